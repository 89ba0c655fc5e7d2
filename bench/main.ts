import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Loader, startLoader } from './loader.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { runPass, type Samples, type Scenario } from './pass.ts'
import { describeMachine, type Measured, render } from './report.ts'
import { buildSlowSync, measureSync } from './slow-sync.ts'

const register: Scenario = { title: 'POST /key', plan: 'register', commits: 'grouped', target: 2 }
const registerSingly: Scenario = { title: 'POST /key, a commit each', plan: 'register', commits: 'single' }
const reads: Scenario[] = [
  { title: 'GET /key/{PK}', plan: 'get', commits: 'grouped', target: 1.6 },
  { title: 'GET /key/{PK}, ceiling from memory', plan: 'get', commits: 'grouped', fromMemory: true },
  { title: 'HEAD /key/{PK}', plan: 'head', commits: 'grouped' },
  { title: 'GET /key/{PK}, 304', plan: 'not-modified', commits: 'grouped' },
]

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
      options.json
        ? `${JSON.stringify({ machine: describeMachine(), options, ...measured }, null, 2)}\n`
        : render(measured),
    )
  } finally {
    loader.stop()
  }
}

async function measureAll(options: Options, loader: Loader, folder: string): Promise<Measured> {
  const pass = (name: string, scenarios: Scenario[], preload?: string): Promise<Samples[]> =>
    runPass(options, loader, {
      folder: join(folder, name),
      preload,
      scenarios: scenarios.filter(({ plan }) => options.only?.includes(plan) ?? true),
      tell: (text) => process.stderr.write(`bench: ${name}: ${text}\n`),
    })
  const syncMs = measureSync(options.programs, folder)
  const here = { syncMs, samples: await pass('this disk', [register, registerSingly, ...reads]) }
  if (options.syncMs === 0) return { here, slow: undefined, skipped: undefined }
  const library = buildSlowSync(folder, options.syncMs)
  if (library === undefined)
    return { here, slow: undefined, skipped: 'there is no C compiler to slow syncs down with' }
  const slowMs = measureSync(options.programs, folder, library)
  if (slowMs < options.syncMs) return { here, slow: undefined, skipped: 'syncs cannot be slowed down here' }
  const samples = await pass('slow disk', [register, registerSingly], library)
  return { here, slow: { syncMs: slowMs, samples }, skipped: undefined }
}
