import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/postgres-server.ts'

/** Milliseconds from the command to the first 200 of `/readyz`, one a start, and the memory of a server at rest. */
export type StartMeasured = { serveMs: number[]; npmMs: number[]; rssBytes: number }

const STARTS = 5
const REST_MS = 10_000
const LOOK_MS = 5
const START_LIMIT_MS = 60_000

type Command = readonly [file: string, ...args: string[]]
type Started = { pid: number; readyMs: number; stop(): Promise<void> }

/** Starts on a data folder that exists, as all starts but the first do. */
export async function measureStarts(parent: string): Promise<StartMeasured> {
  const folder = join(parent, 'start')
  mkdirSync(folder)
  const serve: Command = [process.execPath, resolve('lanyard'), 'serve']
  const npm: Command = ['npm', '--prefix', resolve('.'), 'start']
  const time = async (command: Command): Promise<number> => {
    const started = await start(command, folder)
    await started.stop()
    return started.readyMs
  }
  // The first start creates the data, and is not counted.
  await time(serve)
  const [serveMs, npmMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < STARTS; round += 1) {
    serveMs.push(await time(serve))
    npmMs.push(await time(npm))
  }
  const started = await start(serve, folder)
  await sleep(REST_MS)
  const rssBytes = readResident(started.pid)
  await started.stop()
  return { serveMs, npmMs, rssBytes }
}

async function start([file, ...args]: Command, folder: string): Promise<Started> {
  const port = await freePort()
  const log = join(folder, 'log')
  const fd = openSync(log, 'w')
  const startedAt = performance.now()
  const child = spawn(file, args, {
    cwd: folder,
    // Nothing of the caller's settings reaches the server, and npm does not look for a newer npm.
    env: {
      PATH: process.env.PATH,
      LANYARD_DATA: join(folder, 'data'),
      PORT: String(port),
      npm_config_update_notifier: 'false',
    },
    stdio: ['ignore', fd, fd],
    // npm ends at a signal without the server that it started: a group of their own is ended as one.
    detached: true,
  })
  child.on('error', () => {})
  const pid = child.pid ?? Number.NaN
  const kill = () => void signalGroup(pid, 'SIGTERM')
  process.once('exit', kill)
  const isReady = await awaitReady(child, port)
  const readyMs = performance.now() - startedAt
  const stop = async () => {
    process.off('exit', kill)
    kill()
    while (signalGroup(pid, 0)) await sleep(LOOK_MS)
  }
  if (isReady) return { pid, readyMs, stop }
  await stop()
  throw new Error(`the server did not start; its last words:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
}

/** False where no process of the group is left. */
function signalGroup(leader: number, signal: 'SIGTERM' | 0): boolean {
  try {
    return process.kill(-leader, signal)
  } catch {
    return false
  }
}

async function awaitReady(child: ChildProcess, port: number): Promise<boolean> {
  const deadline = performance.now() + START_LIMIT_MS
  while (child.pid !== undefined && child.exitCode === null && performance.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.status === 200) return true
    await sleep(LOOK_MS)
  }
  return false
}

/** Resident memory of a process and of those that it started: `VmRSS` of proc(5), which counts in kB. */
function readResident(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + readResident(Number(child)), own)
}
