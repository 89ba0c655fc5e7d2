import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = {
  readonly port: number
  readonly folder: string
  readonly pid: number
  /** User and system time of the whole process, threads included. */
  cpuMs(): number
  stop(): Promise<void>
  /** By SIGKILL, as a crash ends it: nothing is finished and nothing is said. */
  kill(): Promise<void>
}

export type ProgramPlace = {
  /** Its database and log; made here. */
  folder: string
  /** The bench's own programs. */
  programs: string
  /** A library that is loaded before all others. */
  preload?: string | undefined
  /** A folder for its CPU profile. */
  profile?: string | undefined
  /** Of a PostgreSQL; SQLite in the folder where there is none. */
  databaseUrl?: string | undefined
  /** The root key that several programs share; one is made in the folder where it is left out. */
  secret?: string | undefined
  /** The port to listen on; a free one where it is left out. */
  port?: number | undefined
}

type Command = { flags?: readonly string[]; args: readonly string[]; settings?: Record<string, string> }

/** Starts a server that listens on the port it is given, and waits until it answers. */
export async function startProgram(
  { folder, preload, profile, port: wanted }: ProgramPlace,
  command: (port: number) => Command,
): Promise<Program> {
  mkdirSync(folder, { recursive: true })
  const port = wanted ?? (await findFreePort())
  const { flags = [], args, settings = {} } = command(port)
  const log = join(folder, 'log')
  const fd = openSync(log, 'a')
  const child = spawn(process.execPath, [...flags, ...profileFlags(profile, folder), ...args], {
    cwd: folder,
    // Nothing of the caller's settings reaches the programs.
    env: { PATH: process.env.PATH, ...settings, ...(preload === undefined ? {} : { LD_PRELOAD: preload }) },
    stdio: ['ignore', fd, fd],
  })
  const killAtExit = () => void child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    process.off('exit', killAtExit)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  if (!(await answers(child, port)))
    throw new Error(`a program did not start; its last words:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
  const pid = child.pid ?? 0
  return {
    port,
    folder,
    pid,
    cpuMs: () => readCpuMs(pid),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
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
