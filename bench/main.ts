import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Loader, startLoader } from './loader.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type DiskSamples, runPass, type Scenario } from './pass.ts'
import { describeMachine, type Measured, render } from './report.ts'
import { prepareSlowSync, type SlowSync } from './slow-sync.ts'

const register: Scenario = { title: 'POST /key', plan: 'register', commits: 'grouped', target: 2 }
const registerSingly: Scenario = { title: 'POST /key, a commit each', plan: 'register', commits: 'single' }
const reads: Scenario[] = [
  { title: 'GET /key/{PK}', plan: 'get', commits: 'grouped', target: 1.6 },
  { title: 'GET /key/{PK}, ceiling from memory', plan: 'get', commits: 'grouped', fromMemory: true },
  { title: 'HEAD /key/{PK}', plan: 'head', commits: 'grouped' },
  { title: 'GET /key/{PK}, 304', plan: 'not-modified', commits: 'grouped' },
]

const nothing: SlowSync = { library: undefined, skipped: undefined }

try {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) process.stdout.write(USAGE)
  else await bench(options)
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function bench(options: Options): Promise<void> {
  if (!existsSync('/proc/self/stat')) throw new Error('CPU time is read from /proc: run this on Linux')
  mkdirSync(options.folder, { recursive: true })
  const folder = mkdtempSync(join(options.folder, 'lanyard-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // An exit takes the programs along.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const loader = startLoader(options.programs)
  try {
    const measured = await measureAll(options, loader, folder)
    process.stdout.write(
      options.json ? `${JSON.stringify({ options, ...measured }, null, 2)}\n` : render(measured),
    )
  } finally {
    loader.stop()
  }
}

async function measureAll(options: Options, loader: Loader, folder: string): Promise<Measured> {
  const machine = describeMachine()
  const pass = (name: string, scenarios: Scenario[], preload?: string): Promise<DiskSamples> =>
    runPass(options, loader, {
      folder: join(folder, name),
      preload,
      scenarios: scenarios.filter(({ plan }) => options.only?.includes(plan) ?? true),
      tell: (text) => process.stderr.write(`bench: ${name}: ${text}\n`),
    })
  const here = await pass('this disk', [register, registerSingly, ...reads])
  const writes = options.only?.includes('register') ?? true
  const slower: SlowSync = options.syncMs > 0 && writes ? prepareSlowSync(options, folder) : nothing
  if (slower.library === undefined) return { machine, here, slow: undefined, skipped: slower.skipped }
  const slow = await pass('slow disk', [register, registerSingly], slower.library)
  return { machine, here, slow, skipped: undefined }
}
