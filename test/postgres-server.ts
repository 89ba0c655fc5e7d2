import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, findBinaries } from './postgres-binaries.ts'
import { FOLDER_PREFIX, removeStaleServers, signFolder } from './postgres-stale.ts'
import { within } from './speed.ts'

export interface PostgresServer {
  /** An administrator's URL without a password; the database is `postgres`. */
  readonly url: string
  /** The same by a socket of the file system, which takes a tenth of the work out of a test. */
  readonly socketUrl: string
  readonly dataDir: string
  /** `fast` ends sessions and writes a checkpoint, `immediate` is what a crash leaves. The data stays. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Starts again on the same port and data; a running server is stopped first. */
  restart(): Promise<void>
  /** Stops the server and removes its folder. */
  remove(): Promise<void>
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const START_LIMIT_MS = within(60_000)

const DEFAULTS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '32MB',
  fsync: 'on',
  synchronous_commit: 'on',
  log_min_messages: 'warning',
  timezone: 'UTC',
}

/** Starts a PostgreSQL of its own, with trust authentication on a free loopback port. */
export async function startPostgres(
  options: { settings?: Record<string, string>; parent?: string } = {},
): Promise<PostgresServer> {
  await removeStaleServers()
  const binaries = findBinaries()
  const folder = await mkdtemp(join(options.parent ?? tmpdir(), FOLDER_PREFIX))
  signFolder(folder)
  if (binaries.user) await chown(folder, binaries.user.uid, binaries.user.gid)
  const dataDir = join(folder, 'data')
  await initialise(binaries, dataDir)

  const port = await freePort()
  const settings = { ...DEFAULTS, unix_socket_directories: folder, ...options.settings, port: String(port) }
  let server = await launch(binaries, folder, settings)
  const stop = async (mode: 'fast' | 'immediate'): Promise<void> => {
    if (hasEnded(server)) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(SIGNALS[mode])
    await ended
  }
  const killAtExit = () => void server.kill('SIGQUIT')
  process.once('exit', killAtExit)

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    socketUrl: `${url}?host=${encodeURIComponent(folder)}`,
    dataDir,
    stop,
    async restart() {
      await stop('fast')
      server = await launch(binaries, folder, settings)
    },
    async remove() {
      await stop('immediate')
      process.off('exit', killAtExit)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Only the template is written without fsync: nobody's data is in it yet. */
async function initialise({ native, user }: Binaries, dataDir: string): Promise<void> {
  const args = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const child = spawn(join(native, 'bin', 'initdb'), args, {
    ...user,
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (status !== 0) throw new Error(`initdb ended with status ${status}:\n${output}`)
}

async function launch(
  { native, user }: Binaries,
  folder: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const dataDir = join(folder, 'data')
  const logPath = join(folder, 'server.log')
  const log = openSync(logPath, 'a')
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(native, 'bin', 'postgres'), ['-D', dataDir, ...flags], {
    ...user,
    cwd: dataDir,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: Error | undefined
  server.on('error', (error) => (failure = error))
  const deadline = performance.now() + START_LIMIT_MS
  while (!isReady(dataDir, server.pid)) {
    if (failure !== undefined || hasEnded(server) || performance.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`PostgreSQL did not start: ${failure?.message ?? readFileSync(logPath, 'utf8')}`)
    }
    await delay(10)
  }
  return server
}

/** As `pg_ctl --wait` does it: line 1 of postmaster.pid is the process, line 8 its state. */
function isReady(dataDir: string, pid: number | undefined): boolean {
  const path = join(dataDir, 'postmaster.pid')
  if (!existsSync(path)) return false
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Below the range that outgoing connections draw from, so that nothing takes the port while the server is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
