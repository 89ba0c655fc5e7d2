import { join } from 'node:path'
import type { Plan } from './load.ts'
import type { Loader } from './loader.ts'
import type { Options } from './options.ts'
import { type Commits, type Program, startCeiling, startLanyard } from './program.ts'
import { measureSync } from './slow-sync.ts'

export type Scenario = {
  title: string
  plan: Plan
  commits: Commits
  /** The ceiling answers from memory, not from SQLite. */
  fromMemory?: true
  /** The most that a request may cost, in CPU time of the ceiling. */
  target?: number
}

export type Sample = { cpuUs: number; perSecond: number; p50Ms: number; p99Ms: number; members: string }

/** One sample of each a round. */
export type Samples = { scenario: Scenario; lanyard: Sample[]; ceiling: Sample[] }

/** `syncMs` is what a sync to this disk took in each round. */
export type DiskSamples = { syncMs: number[]; samples: Samples[] }

type Pair = { lanyard: Program; ceiling: Program }

const KEYS = 1_000
const TOKENS_PER_MS = 6
const KEY_PATH = '/issuer/key/'
const MEMORY_PATH = '/memory/key/'
const SEED_LIMIT_MS = 120_000

/** Runs the scenarios in turn, round after round: what disturbs the machine disturbs both programs. */
export async function runPass(
  options: Options,
  loader: Loader,
  place: {
    folder: string
    preload: string | undefined
    scenarios: readonly Scenario[]
    tell: (text: string) => void
  },
): Promise<DiskSamples> {
  const pairs = {
    grouped: await startPair(options, place, 'grouped'),
    single: await startPair(options, place, 'single'),
  }
  try {
    await seed(options, loader, pairs.grouped)
    const samples = place.scenarios.map((scenario): Samples => ({ scenario, lanyard: [], ceiling: [] }))
    const syncMs: number[] = []
    for (let round = 0; round <= options.rounds; round += 1) {
      syncMs.push(measureSync(options.programs, place.folder, place.preload))
      place.tell(round === 0 ? 'warming up' : `round ${round} of ${options.rounds}`)
      await loader.sign(options.roundMs * TOKENS_PER_MS, { asKeys: false })
      for (const { scenario, lanyard, ceiling } of samples) {
        const measured = await runRound(options, loader, pairs[scenario.commits], { scenario, round })
        checkAlike(scenario, measured)
        if (round === 0) continue
        lanyard.push(measured.lanyard)
        ceiling.push(measured.ceiling)
      }
    }
    return { syncMs, samples }
  } finally {
    for (const pair of Object.values(pairs)) await Promise.all([pair.lanyard.stop(), pair.ceiling.stop()])
  }
}

/** A ceiling that answers less would be too low. */
function checkAlike({ title }: Scenario, { lanyard, ceiling }: { lanyard: Sample; ceiling: Sample }): void {
  if (lanyard.members === ceiling.members) return
  throw new Error(`${title}: Lanyard answers ${lanyard.members}, and the ceiling ${ceiling.members}`)
}

async function startPair(
  options: Options,
  { folder, preload }: { folder: string; preload: string | undefined },
  commits: Commits,
): Promise<Pair> {
  const { programs, profile } = options
  const placeOf = (name: string) => ({
    folder: join(folder, `${name}-${commits}`),
    programs,
    preload,
    profile,
  })
  return {
    lanyard: await startLanyard(placeOf('lanyard'), commits),
    ceiling: await startCeiling(placeOf('ceiling'), commits),
  }
}

/** The keys that the reading scenarios ask for. */
async function seed({ connections }: Options, loader: Loader, pair: Pair): Promise<void> {
  await loader.sign(KEYS, { asKeys: true })
  for (const { port } of [pair.lanyard, pair.ceiling]) {
    await loader.run({
      port,
      plan: 'register',
      path: KEY_PATH,
      connections,
      count: KEYS,
      limitMs: SEED_LIMIT_MS,
    })
  }
}

/** Each program comes first in every second round. */
async function runRound(
  options: Options,
  loader: Loader,
  pair: Pair,
  { scenario, round }: { scenario: Scenario; round: number },
): Promise<{ lanyard: Sample; ceiling: Sample }> {
  const { plan } = scenario
  const runLanyard = () => measure(options, loader, pair.lanyard, { plan, path: KEY_PATH })
  const runCeiling = () =>
    measure(options, loader, pair.ceiling, { plan, path: scenario.fromMemory ? MEMORY_PATH : KEY_PATH })
  if (round % 2 === 0) return { lanyard: await runLanyard(), ceiling: await runCeiling() }
  const ceiling = await runCeiling()
  return { lanyard: await runLanyard(), ceiling }
}

async function measure(
  { connections, roundMs }: Options,
  loader: Loader,
  { port, cpuMs }: Program,
  requests: { plan: Plan; path: string },
): Promise<Sample> {
  const before = cpuMs()
  const result = await loader.run({
    ...requests,
    port,
    connections,
    count: Number.MAX_SAFE_INTEGER,
    limitMs: roundMs,
  })
  return {
    cpuUs: ((cpuMs() - before) * 1000) / result.requests,
    perSecond: (result.requests * 1000) / result.elapsedMs,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    members: result.members,
  }
}
