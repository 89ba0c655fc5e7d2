import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { root } from '../../../scripts/setup.js'
import { run } from '../../../src/app/commands/run.ts'
import { Secret } from '../../../src/kernel/base/secret.ts'
import { openSnapshot } from '../../../src/kernel/database/maintenance/snapshot.ts'
import type { DatabaseAddress, Value } from '../../../src/kernel/database/maintenance/tables.ts'
import { whenBuilt } from '../../built.ts'
import type { Store } from '../../child.ts'
import { within } from '../../speed.ts'
import { track } from '../../started.ts'

export type Outcome = { status: number | null; stdout: string; stderr: string }
export type Settings = Readonly<Record<string, string>>

const LIMIT_MS = within(100_000)

/** Starts a command of the built program, as an operator does. */
export async function launch(
  store: Store,
  args: readonly string[],
  settings: Settings = {},
): Promise<ChildProcess> {
  await whenBuilt()
  const child = spawn(process.execPath, [join(root, 'dist', 'main.js'), ...args], {
    cwd: store.dataFolder,
    env: environmentOf(store, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    // One that goes on when it should have refused does not outlive its test.
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  return track(child)
}

function environmentOf(store: Store, settings: Settings): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    LANYARD_DATA: store.dataFolder,
    ...(store.databaseUrl === undefined ? {} : { DATABASE_URL: store.databaseUrl }),
    ...settings,
  }
}

/** A command of the built program as a process of its own, until it ends. */
export async function lanyard(
  store: Store,
  args: readonly string[],
  settings: Settings = {},
): Promise<Outcome> {
  const child = await launch(store, args, settings)
  const texts = { stdout: '', stderr: '' }
  child.stdout?.on('data', (text) => (texts.stdout += text))
  child.stderr?.on('data', (text) => (texts.stderr += text))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, ...texts }
}

let lastHere: Promise<unknown> = Promise.resolve()

/**
 * The same command inside the process of the test, in a tenth of the time: for what a command does and says. Each suite also runs
 * its command as a process, because only that shows that the built program has it, and that it ends.
 */
export function lanyardHere(
  store: Store,
  args: readonly string[],
  settings: Settings = {},
): Promise<Outcome> {
  // One at a time: folder, environment and output belong to the whole process.
  const outcome = lastHere.then(() => runHere(store, args, settings))
  lastHere = outcome.catch(() => {})
  return outcome
}

async function runHere(store: Store, args: readonly string[], settings: Settings): Promise<Outcome> {
  const [env, folder] = [process.env, process.cwd()]
  const texts = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      texts[name] += String(text)
      return true
    }),
  )
  process.env = environmentOf(store, settings)
  process.chdir(store.dataFolder)
  try {
    return { status: await run([process.execPath, 'lanyard', ...args]), ...texts }
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.env = env
    process.chdir(folder)
  }
}

/** Runs a command that succeeds, and gives the object that it prints. */
export async function lanyardJson<T = Record<string, unknown>>(
  store: Store,
  args: readonly string[],
  settings: Settings = {},
): Promise<T> {
  return readAnswer(await lanyard(store, [...args, '--json'], settings))
}

/** The same inside the process of the test. */
export async function lanyardHereJson<T = Record<string, unknown>>(
  store: Store,
  args: readonly string[],
  settings: Settings = {},
): Promise<T> {
  return readAnswer(await lanyardHere(store, [...args, '--json'], settings))
}

/** A key for an application, as an operator makes one. */
export async function createApiKey(
  store: Store,
  service: 'events' | 'twofactor',
  { name = 'Shop', settings = {} }: { name?: string; settings?: Settings } = {},
): Promise<string> {
  const args = ['key', 'create', '--service', service, '--name', name]
  return (await lanyardHereJson<{ key: string }>(store, args, settings)).key
}

function readAnswer<T>(outcome: Outcome): T {
  expect(outcome).toMatchObject({ status: 0, stderr: '' })
  expect(outcome.stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(outcome.stdout) as T
}

/** The command ends with status 1 and this one line, and prints nothing else. */
export function expectRefused(outcome: Outcome, line: RegExp): void {
  expect(outcome).toMatchObject({ status: 1, stdout: '' })
  expect(outcome.stderr).toMatch(/^lanyard: [^\n]+\n$/)
  expect(outcome.stderr).toMatch(line)
}

export function addressOf(store: Store): DatabaseAddress {
  return store.databaseUrl === undefined
    ? { engine: 'sqlite', path: join(store.dataFolder, 'lanyard.sqlite') }
    : { engine: 'postgres', url: new Secret(store.databaseUrl) }
}

/** Every row of every table as a text, by table. */
export async function readTables(store: Store): Promise<Map<string, Set<string>>> {
  const snapshot = await openSnapshot(addressOf(store))
  try {
    const tables = new Map<string, Set<string>>()
    for (const table of await snapshot.listTables()) {
      // Which migrations are breaking depends on the engine.
      if (table.name === 'lanyard_breaking_migrations') continue
      const rows = new Set<string>()
      const names = [...table.columns].sort()
      for await (const slice of snapshot.readRows(table)) {
        for (const row of slice) rows.add(JSON.stringify(sortBy(names, table.columns, row)))
      }
      tables.set(table.name, rows)
    }
    return tables
  } finally {
    await snapshot.close()
  }
}

function sortBy(names: readonly string[], columns: readonly string[], row: readonly Value[]): Value[] {
  return names.map((name) => row[columns.indexOf(name)] ?? null)
}

/** A backup is restored beside the root key that it was made with. */
export function copyRootKey(from: Store, to: Store): void {
  copyFileSync(join(from.dataFolder, 'secret'), join(to.dataFolder, 'secret'))
}
