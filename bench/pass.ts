import { join } from 'node:path'
import { separate } from './cores.ts'
import type { LoadResult } from './load/connections.ts'
import { rowName } from './load/rows.ts'
import type { Loader } from './loader.ts'
import { type Options, turnsOf } from './options.ts'
import type { Program, ProgramPlace } from './program.ts'
import { seedLanyard, startCeiling, startLanyard, startPeer } from './programs.ts'
import { savePages } from './saved-pages.ts'
import type { PeerName, PeerScenario, Scenario, Target } from './scenario.ts'
import { settle } from './settle.ts'
import { measureSync } from './slow-sync.ts'

export type Sample = { cpuUs: number; perSecond: number; p50Ms: number; p99Ms: number; members: string }

/** One sample of each a round. */
export type Samples = {
  scenario: Scenario
  lanyard: Sample[]
  ceiling: Sample[]
  peers: { beside: PeerScenario; samples: Sample[] }[]
}

/** `syncMs` is what a sync to this disk took in each round. */
export type DiskSamples = { syncMs: number[]; samples: Samples[] }

type Pair = { lanyard: Program; ceiling: Program; seedFile: string }
type Servers = { grouped: Pair; single: Pair | undefined; peers: ReadonlyMap<PeerName, Program> }

export type PassPlace = {
  folder: string
  preload: string | undefined
  scenarios: readonly Scenario[]
  /** Those that are installed. */
  peers: readonly PeerName[]
  tell: (text: string) => void
  /** Gets what is measured so far, after each round. */
  keep: (measured: DiskSamples) => void
}

const USERS = 16_000

/** Runs the scenarios in turn, round after round: what disturbs the machine disturbs all programs. */
export async function runPass(options: Options, loader: Loader, place: PassPlace): Promise<void> {
  const servers = await startServers(options, place)
  try {
    const samples = place.scenarios.map((scenario): Samples => {
      const peers = (scenario.peers ?? []).filter(({ peer }) => servers.peers.has(peer))
      const besides = peers.map((beside) => ({ beside, samples: [] }))
      return { scenario, lanyard: [], ceiling: [], peers: besides }
    })
    const syncMs: number[] = []
    for (let round = 1 - options.warmUps; round <= options.rounds; round += 1) {
      syncMs.push(measureSync(options.programs, place.folder, place.preload))
      place.tell(round < 1 ? 'warming up' : `round ${round} of ${options.rounds}`)
      for (const row of samples) await runRound({ options, loader, servers }, row, round)
      if (round > 0) place.keep({ syncMs: [...syncMs], samples: samples.map(copyOf) })
    }
  } finally {
    const { grouped, single, peers } = servers
    const running = [grouped, single].flatMap((pair) =>
      pair === undefined ? [] : [pair.lanyard, pair.ceiling],
    )
    await Promise.all([...running, ...peers.values()].map((program) => program.stop()))
  }
}

/** Nothing is added to it later. */
function copyOf({ scenario, lanyard, ceiling, peers }: Samples): Samples {
  const copied = peers.map(({ beside, samples }) => ({ beside, samples: [...samples] }))
  return { scenario, lanyard: [...lanyard], ceiling: [...ceiling], peers: copied }
}

async function startServers(
  { programs, profile }: Options,
  { folder, preload, scenarios, peers }: PassPlace,
): Promise<Servers> {
  const placeOf = (name: string): ProgramPlace => ({ folder: join(folder, name), programs, preload, profile })
  const startPair = async (kind: 'grouped' | 'single'): Promise<Pair> => {
    const single = kind === 'single'
    const lanyardPlace = placeOf(`lanyard-${kind}`)
    const pages = scenarios.some(({ opensPages }) => opensPages)
    const seedFile = single ? '' : seedLanyard(lanyardPlace, { users: USERS, pages })
    const lanyard = await startLanyard(lanyardPlace, { single })
    if (pages && !single) await savePages(lanyard.port, seedFile)
    return {
      seedFile,
      lanyard,
      ceiling: await startCeiling(placeOf(`ceiling-${kind}`), { single, seedFile }),
    }
  }
  const wanted = peers.filter((name) =>
    scenarios.some((scenario) => scenario.peers?.some(({ peer }) => peer === name)),
  )
  const started = new Map<PeerName, Program>()
  for (const name of wanted) started.set(name, await startPeer(placeOf(name), name))
  const needsSingle = scenarios.some(({ single }) => single)
  return {
    grouped: await startPair('grouped'),
    single: needsSingle ? await startPair('single') : undefined,
    peers: started,
  }
}

type Bench = { options: Options; loader: Loader; servers: Servers }
type Runner = { name: Target['program']; program: Program; row: string; samples: Sample[] }

/** Lanyard and the ceiling take turns, and then the other servers: a program that waits for a slow one has to warm up again. */
async function runRound(bench: Bench, row: Samples, round: number): Promise<void> {
  const { scenario, lanyard, ceiling, peers } = row
  const { single, grouped, peers: started } = bench.servers
  const pair = scenario.single ? (single ?? grouped) : grouped
  const name = rowName(scenario.name)
  const compared: Runner[] = [
    { name: 'lanyard', program: pair.lanyard, row: name, samples: lanyard },
    { name: 'ceiling', program: pair.ceiling, row: name, samples: ceiling },
  ]
  const beside = peers.flatMap(({ beside: { peer }, samples }): Runner[] => {
    const program = started.get(peer)
    return program === undefined ? [] : [{ name: peer, program, row: rowName(scenario.name, peer), samples }]
  })
  separate(
    [...compared, ...beside].map(({ program }) => program.pid),
    bench.loader.pid,
  )
  const group = { scenario, seedFile: pair.seedFile, round }
  const [ours, theirs] = await runGroup(bench, compared, group)
  checkAlike(scenario, ours?.members, theirs?.members)
  if (beside.length > 0) await runGroup(bench, beside, group)
}

type Group = { scenario: Scenario; seedFile: string; round: number }

/** Returns one sample of each program. The order is reversed in every second round. */
async function runGroup(
  { options, loader }: Bench,
  runners: readonly Runner[],
  { scenario, seedFile, round }: Group,
): Promise<Sample[]> {
  const { connections, roundMs } = options
  const others = { seedFile, turns: turnsOf(options), turnMs: roundMs }
  for (const { name, program, row } of runners)
    await loader.prepare(row, { program: name, port: program.port, ...others })
  const ordered = round % 2 === 0 ? runners : runners.toReversed()
  const before = ordered.map(({ program }) => program.cpuMs())
  const results = await loader.run({
    ports: ordered.map(({ program }) => program.port),
    connections,
    limitMs: roundMs,
  })
  const measured = new Map<Runner, Sample>()
  for (const [index, runner] of ordered.entries()) {
    const { program, samples } = runner
    const result = results[index]
    if (result === undefined) throw new Error('each program has a result')
    if (scenario.hasTail) await settle(program)
    const sample = sampleOf(result, program.cpuMs() - (before[index] ?? Number.NaN))
    measured.set(runner, sample)
    if (round > 0) samples.push(sample)
  }
  return runners.flatMap((runner) => measured.get(runner) ?? [])
}

/** A ceiling that answers less would be too low. */
function checkAlike({ title }: Scenario, lanyard: string | undefined, ceiling: string | undefined): void {
  if (lanyard === ceiling) return
  throw new Error(`${title}: Lanyard answers ${lanyard}, and the ceiling ${ceiling}`)
}

function sampleOf(result: LoadResult, cpuMs: number): Sample {
  return {
    cpuUs: (cpuMs * 1000) / result.exchanges,
    perSecond: (result.exchanges * 1000) / result.elapsedMs,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    members: result.members,
  }
}
