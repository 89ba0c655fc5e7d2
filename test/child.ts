import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { root } from '../scripts/setup.js'
import { whenBuilt } from './built.ts'
import type { Place } from './engines.ts'
import { ask } from './http-client.ts'
import { within } from './speed.ts'
import { track } from './started.ts'

/** What a server logs of a failure that no code of its own caught. */
export const UNCAUGHT = /uncaught exception|unhandled promise rejection/

/** Where a process finds its data. */
export type Store = Pick<Place, 'engine' | 'databaseUrl' | 'dataFolder'>

export type Exit = { code: number | null; signal: NodeJS.Signals | null; ms: number }

export type ServerProcess = {
  readonly pid: number
  /** Where it listens: `http://127.0.0.1:41234`. */
  readonly url: string
  /** From its start until it was ready. */
  readonly startMs: number
  /** What it has written so far: its log and its words to the operator. */
  output(): string
  isRunning(): boolean
  signal(name: NodeJS.Signals): void
  /** Sends the signal and waits for the end. */
  end(name: NodeJS.Signals): Promise<Exit>
}

export type ServerOptions = {
  settings?: Readonly<Record<string, string>>
  /** Another program than `dist/main.js serve`. */
  script?: readonly string[]
  /** For Node itself, before the program. */
  nodeArguments?: readonly string[]
  environment?: Readonly<Record<string, string>>
}

// A start takes half a second; several at once on a busy machine take many.
vi.setConfig({ testTimeout: within(300_000), hookTimeout: within(300_000) })

const running = new Set<ChildProcess>()
const killAll = () => running.forEach((child) => void child.kill('SIGKILL'))
// What a failing test leaves behind.
afterAll(killAll)
process.once('exit', killAll)

function remember<T extends ChildProcess>(child: T): T {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return track(child)
}

const START_LIMIT_MS = within(120_000)
const mainScript = join(root, 'dist', 'main.js')

/** Starts the product as a process of its own on a free port, without waiting for it. */
export async function launchServer(store: Store, options: ServerOptions = {}): Promise<ChildProcess> {
  await whenBuilt()
  const script = options.script ?? [mainScript, 'serve']
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), ...script], {
    cwd: store.dataFolder,
    env: {
      ...environmentOf(store),
      PORT: '0',
      LANYARD_RATE: 'off',
      ...options.settings,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return remember(child)
}

/** Starts the product as a process of its own and waits until it is ready. */
export async function startServer(store: Store, options: ServerOptions = {}): Promise<ServerProcess> {
  const startedAt = performance.now()
  const child = await launchServer(store, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const url = await waitUntilReady(child, () => output)
  return {
    pid: child.pid ?? 0,
    url,
    startMs: performance.now() - startedAt,
    output: () => output,
    isRunning: () => !hasEnded(child),
    signal: (name) => void child.kill(name),
    end: (name) => end(child, name),
  }
}

/** Runs one command of the product to its end, beside the server. */
export async function runCommand(
  store: Store,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  await whenBuilt()
  const child = spawn(process.execPath, [mainScript, ...args], {
    cwd: store.dataFolder,
    env: { ...environmentOf(store), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  remember(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<Exit> {
  const toldAt = performance.now()
  const exit = () => ({ code: child.exitCode, signal: child.signalCode, ms: performance.now() - toldAt })
  if (hasEnded(child)) return Promise.resolve(exit())
  return new Promise((resolve) => {
    child.once('close', () => resolve(exit()))
    child.kill(signal)
  })
}

/** Nothing of the tester's own settings reaches the product. */
function environmentOf(store: Store): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    LANYARD_DATA: store.dataFolder,
    ...(store.databaseUrl === undefined ? {} : { DATABASE_URL: store.databaseUrl }),
  }
}

async function waitUntilReady(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = performance.now() + START_LIMIT_MS
  while (!hasEnded(child) && performance.now() < deadline) {
    const port = /^Lanyard is running at http:\/\/localhost:(\d+) /m.exec(output())?.[1]
    const url = `http://127.0.0.1:${port}`
    if (port !== undefined && (await ask('GET', `${url}/readyz`))?.status === 200) return url
    await delay(5)
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not start; its last words:\n${output().slice(-2_000)}`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
