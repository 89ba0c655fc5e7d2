import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BesideRow, measureBesideParse } from './beside-parse.ts'
import { raiseDescriptorLimit } from './descriptors.ts'
import { type HeldMeasured, measureHeldPolls } from './held-polls.ts'
import { type Loader, startLoader } from './loader.ts'
import { readMachine } from './machine.ts'
import { HELD, type Options, POSTGRES, readOptions, START, usage } from './options.ts'
import { runPass } from './pass.ts'
import { publish, type Run, readRun } from './publish.ts'
import { type Measured, render } from './report.ts'
import type { PeerName, Scenario } from './scenario.ts'
import { diskBound, scenarios } from './scenarios.ts'
import { prepareSlowSync, type SlowSync } from './slow-sync.ts'
import { measureStarts, type StartMeasured } from './start-up.ts'

const nothing = {
  here: undefined,
  slow: undefined,
  held: undefined,
  beside: undefined,
  start: undefined,
  skippedDisk: undefined,
}
const PEERS: readonly PeerName[] = ['oidc-provider', 'better-auth']

try {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) process.stdout.write(usage(scenarios.map(({ name }) => name)))
  else if (options.from === undefined) await bench(options)
  else tellRun(options, readRun(options.from))
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function bench(options: Options): Promise<void> {
  if (!existsSync('/proc/self/stat')) throw new Error('CPU time is read from /proc: run this on Linux')
  raiseDescriptorLimit(options.heldPolls)
  mkdirSync(options.folder, { recursive: true })
  const measured: Measured = { ...nothing, machine: await readMachine(), skippedPeers: options.noPeers }
  const tellMeasured = () => {
    tell('stopped: this is what was measured before')
    tellRun({ ...options, publish: false }, { options, ...measured })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      tellMeasured()
      // The programs end with this one.
      process.exit(1)
    })
  const folder = mkdtempSync(join(options.folder, 'lanyard-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const loader = startLoader(options.programs)
  try {
    await measureAll(measured, { options, loader, folder })
    tellRun(options, { options, ...measured })
  } catch (error) {
    tellMeasured()
    throw error
  } finally {
    loader.stop()
  }
}

function tellRun({ json, publish: isPublished, onSaleFile }: Options, run: Run): void {
  process.stdout.write(json ? `${JSON.stringify(run, null, 2)}\n` : render(run))
  if (isPublished) for (const file of publish(run, onSaleFile)) tell(`wrote ${file}`)
}

type Bench = { readonly options: Options; readonly loader: Loader; readonly folder: string }

/** Adds each part, and each round of a pass, as soon as it is measured. */
async function measureAll(measured: Measured, { options, loader, folder }: Bench): Promise<void> {
  const isWanted = (name: string) => options.only?.includes(name) ?? true
  const pass = async (part: 'here' | 'slow', rows: readonly Scenario[], preload?: string): Promise<void> => {
    const name = part === 'here' ? 'this disk' : 'slow disk'
    const wanted = rows.filter((scenario) => isWanted(scenario.name))
    if (wanted.length === 0) return
    await runPass(options, loader, {
      folder: join(folder, name),
      preload,
      scenarios: wanted,
      peers: options.noPeers === '' ? PEERS : [],
      tell: (text) => tell(`${name}: ${text}`),
      keep: (samples) => {
        measured[part] = samples
      },
    })
  }
  await pass('here', scenarios)
  if (isWanted(HELD)) measured.held = await measureHeld(options, loader, folder)
  if (isWanted(POSTGRES) && options.noPeers === '') measured.beside = await measureBeside(options, folder)
  if (isWanted(START)) measured.start = await measureStart(folder)
  const writes = diskBound.some(({ name }) => isWanted(name))
  const slower: SlowSync | undefined =
    options.syncMs > 0 && writes ? prepareSlowSync(options, folder) : undefined
  measured.skippedDisk = slower?.skipped
  if (slower?.library !== undefined) await pass('slow', diskBound, slower.library)
}

/** Undefined where it fails: what was measured before is told all the same. */
async function measureHeld(
  options: Options,
  loader: Loader,
  folder: string,
): Promise<HeldMeasured | undefined> {
  tell('held polls')
  try {
    return await measureHeldPolls(options, loader, folder)
  } catch (error) {
    tell(`held polls: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return undefined
  }
}

/** Undefined where the database or a server does not start: what was measured before is told all the same. */
async function measureBeside(options: Options, folder: string): Promise<BesideRow[] | undefined> {
  tell('PostgreSQL, beside parse-server')
  try {
    return await measureBesideParse(options, folder)
  } catch (error) {
    tell(`left out: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** Undefined where it fails: what was measured before is told all the same. */
async function measureStart(folder: string): Promise<StartMeasured | undefined> {
  tell('start time and memory')
  try {
    return await measureStarts(folder)
  } catch (error) {
    tell(`left out: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return undefined
  }
}

function tell(text: string): void {
  process.stderr.write(`bench: ${text}\n`)
}
