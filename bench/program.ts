import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = {
  readonly port: number
  /** User and system time of the whole process, threads included. */
  cpuMs(): number
  stop(): Promise<void>
}

export type ProgramPlace = {
  /** Its database and log; made here. */
  folder: string
  /** The bench's own programs. */
  programs: string
  /** A library that is loaded before all others. */
  preload: string | undefined
  /** A folder for its CPU profile. */
  profile: string | undefined
}

/** The audience of the tokens, on whatever port a program listens. */
export const ISSUER_URL = 'http://bench.test/issuer'

export type Commits = 'grouped' | 'single'

export async function startLanyard(place: ProgramPlace, commits: Commits): Promise<Program> {
  const port = await findFreePort()
  const script =
    commits === 'grouped' ? [resolve('dist/main.js'), 'serve'] : [join(place.programs, 'server.js')]
  return start(place, script, port, {
    PORT: String(port),
    LANYARD_URL: new URL(ISSUER_URL).origin,
    LANYARD_DATA: place.folder,
    LANYARD_RATE: 'off',
  })
}

export async function startCeiling(place: ProgramPlace, commits: Commits): Promise<Program> {
  const port = await findFreePort()
  const options = {
    port,
    file: join(place.folder, 'keys.sqlite'),
    url: ISSUER_URL,
    batch: commits === 'grouped' ? 512 : 1,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  return start(place, [join(place.programs, 'ceiling.js'), ...args], port, {})
}

async function start(
  { folder, preload, profile }: ProgramPlace,
  args: string[],
  port: number,
  settings: Record<string, string>,
): Promise<Program> {
  mkdirSync(folder, { recursive: true })
  const log = join(folder, 'log')
  const fd = openSync(log, 'w')
  const child = spawn(process.execPath, [...profileFlags(profile, folder), ...args], {
    cwd: folder,
    // Nothing of the caller's settings reaches the programs.
    env: { PATH: process.env.PATH, ...settings, ...(preload === undefined ? {} : { LD_PRELOAD: preload }) },
    stdio: ['ignore', fd, fd],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  if (!(await answers(child, port)))
    throw new Error(`a program did not start; its last words:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
  return {
    port,
    cpuMs: () => readCpuMs(child.pid ?? 0),
    async stop() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function profileFlags(profile: string | undefined, folder: string): string[] {
  if (profile === undefined) return []
  return [
    '--cpu-prof',
    `--cpu-prof-dir=${resolve(profile)}`,
    `--cpu-prof-name=${basename(folder)}.cpuprofile`,
  ]
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.ok) return true
    await sleep(50)
  }
  return false
}

const TICK_MS = 10

/** proc(5): fields 14 and 15 count in ticks; the command before them may hold spaces and brackets. */
function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
