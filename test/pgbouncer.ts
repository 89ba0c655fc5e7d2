import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries } from './postgres-binaries.ts'
import { freePort } from './postgres-server.ts'
import { within } from './speed.ts'
import { track } from './started.ts'

/** Debian puts it where only administrators look. */
const paths = ['pgbouncer', '/usr/sbin/pgbouncer']

export function findPgBouncer(): string | undefined {
  return paths.find((path) => spawnSync(path, ['--version']).status === 0)
}

/** Starts a PgBouncer with its defaults before a database; returns the address to use instead. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  { mode, connections }: { mode: 'session' | 'transaction'; connections: number },
): Promise<{ url: string; stop: () => void }> {
  const { user } = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-pgbouncer-'))
  const behind = new URL(databaseUrl)
  const port = await freePort()
  const lines = [
    '[databases]',
    `* = host=${behind.hostname} port=${behind.port} user=${behind.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${connections}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${lines.join('\n')}\n`)
  if (user !== undefined) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
  const child = track(spawn(program, [file], { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + within(30_000)
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      stop()
      throw new Error(`PgBouncer did not start: ${output}`)
    }
    await delay(20)
  }
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.port = String(port)
  return { url: url.href, stop }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isUp: boolean) => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
