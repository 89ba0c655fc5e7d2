import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BesideRow, measureBesideParse } from './beside-parse.ts'
import { raiseDescriptorLimit } from './descriptors.ts'
import { type HeldMeasured, measureHeldPolls } from './held-polls.ts'
import { type Loader, startLoader } from './loader.ts'
import { readMachine } from './machine.ts'
import { HELD, type Options, POSTGRES, readOptions, START, usage } from './options.ts'
import { type DiskSamples, runPass } from './pass.ts'
import { publish, type Run, readRun } from './publish.ts'
import { type Measured, render } from './report.ts'
import type { PeerName, Scenario } from './scenario.ts'
import { diskBound, scenarios } from './scenarios.ts'
import { prepareSlowSync, type SlowSync } from './slow-sync.ts'
import { measureStarts, type StartMeasured } from './start-up.ts'

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
  const folder = mkdtempSync(join(options.folder, 'lanyard-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // An exit takes the programs along.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const loader = startLoader(options.programs)
  try {
    tellRun(options, { options, ...(await measureAll(options, loader, folder)) })
  } finally {
    loader.stop()
  }
}

function tellRun({ json, publish: isPublished, onSaleFile }: Options, run: Run): void {
  process.stdout.write(json ? `${JSON.stringify(run, null, 2)}\n` : render(run))
  if (isPublished) for (const file of publish(run, onSaleFile)) tell(`wrote ${file}`)
}

async function measureAll(options: Options, loader: Loader, folder: string): Promise<Measured> {
  const machine = await readMachine()
  const isWanted = (name: string) => options.only?.includes(name) ?? true
  const pass = (
    name: string,
    rows: readonly Scenario[],
    preload?: string,
  ): Promise<DiskSamples | undefined> => {
    const wanted = rows.filter((scenario) => isWanted(scenario.name))
    return wanted.length === 0
      ? Promise.resolve(undefined)
      : runPass(options, loader, {
          folder: join(folder, name),
          preload,
          scenarios: wanted,
          peers: options.noPeers === '' ? PEERS : [],
          tell: (text) => tell(`${name}: ${text}`),
        })
  }
  const here = await pass('this disk', scenarios)
  const held = isWanted(HELD) ? await measureHeld(options, loader, folder) : undefined
  const beside =
    isWanted(POSTGRES) && options.noPeers === '' ? await measureBeside(options, folder) : undefined
  const start = isWanted(START) ? await measureStart(folder) : undefined
  const writes = diskBound.some(({ name }) => isWanted(name))
  const slower: SlowSync | undefined =
    options.syncMs > 0 && writes ? prepareSlowSync(options, folder) : undefined
  const slow = slower?.library === undefined ? undefined : await pass('slow disk', diskBound, slower.library)
  const skipped = { skippedDisk: slower?.skipped, skippedPeers: options.noPeers }
  return { machine, here, slow, held, beside, start, ...skipped }
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
