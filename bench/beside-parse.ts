import { join } from 'node:path'
import { startPostgres } from '../test/postgres-server.ts'
import { release, separate } from './cores.ts'
import { connectInTurn, type Load } from './load/connections.ts'
import { createDatabase } from './million/create-database.ts'
import { type Options, turnsOf } from './options.ts'
import { listPostgresPids, postgresCpu } from './postgres-cpu.ts'
import type { Program } from './program.ts'
import { seedLanyard, startLanyard, startPeer } from './programs.ts'
import type { Prepare, Target } from './scenario.ts'
import { prepareReads, prepareRegistrations } from './scenarios/events.ts'
import { prepareParseCreates, prepareParseReads } from './scenarios/parse.ts'

/** CPU time of the server and of its database, for one request. */
export type BesideSample = { serverUs: number; databaseUs: number; perSecond: number; p99Ms: number }
export type BesideRow = {
  name: 'registration-postgres' | 'attendee-postgres'
  title: string
  lanyard: BesideSample[]
  parse: BesideSample[]
}

type Beside = Pick<BesideRow, 'name' | 'title'> & { own: Prepare; theirs: Prepare }

const BESIDES: readonly Beside[] = [
  {
    name: 'registration-postgres',
    title: 'POST /registrations, four answers',
    own: prepareRegistrations,
    theirs: prepareParseCreates,
  },
  { name: 'attendee-postgres', title: 'GET /attendees/{id}', own: prepareReads, theirs: prepareParseReads },
]

/** A server and the PostgreSQL of its own. */
type Database = { databasePids: () => number[]; databaseCpuMs: () => number }
type Side = Database & { target: Target; program: Program }
type Runner = Side & { prepare: Prepare; samples: BesideSample[] }

/** A registration and a read on PostgreSQL, and an object of the same size in parse-server on another one. */
export async function measureBesideParse(options: Options, folder: string): Promise<BesideRow[]> {
  const started: (() => Promise<unknown>)[] = []
  const placeOf = async (name: string) => {
    const server = await startPostgres()
    started.push(server.remove)
    return {
      databasePids: () => listPostgresPids(server.dataDir),
      databaseCpuMs: postgresCpu(server.dataDir),
      folder: join(folder, `${name}-postgres`),
      programs: options.programs,
      profile: options.profile,
      databaseUrl: await createDatabase(server.url, name),
    }
  }
  try {
    const places = { lanyard: await placeOf('lanyard'), parse: await placeOf('parse') }
    const seedFile = seedLanyard(places.lanyard, { users: 1 })
    const sideOf = (
      program: Program,
      name: Target['program'],
      { databasePids, databaseCpuMs }: Database,
    ): Side => {
      started.push(program.stop)
      const others = { seedFile, turns: turnsOf(options), turnMs: options.roundMs }
      const target = { program: name, port: program.port, ...others }
      return { target, program, databasePids, databaseCpuMs }
    }
    const lanyard = sideOf(await startLanyard(places.lanyard), 'lanyard', places.lanyard)
    const parse = sideOf(await startPeer(places.parse, 'parse-server'), 'parse-server', places.parse)
    const besides = BESIDES.map(({ name, title, own, theirs }) => {
      const row: BesideRow = { name, title, lanyard: [], parse: [] }
      const runners: Runner[] = [
        { ...lanyard, prepare: own, samples: row.lanyard },
        { ...parse, prepare: theirs, samples: row.parse },
      ]
      return { row, runners }
    })
    for (let round = 1 - options.warmUps; round <= options.rounds; round += 1)
      for (const { runners } of besides)
        await runRound(options, round % 2 === 0 ? runners : runners.toReversed(), round > 0)
    return besides.map(({ row }) => row)
  } finally {
    release(process.pid)
    for (const stop of started.toReversed()) await stop()
  }
}

async function runRound(
  { connections, roundMs }: Options,
  runners: readonly Runner[],
  isKept: boolean,
): Promise<void> {
  const loads: Load[] = []
  for (const { prepare, target } of runners)
    loads.push({ port: target.port, connections, turn: await prepare(target) })
  const readCpu = () =>
    runners.map(({ program, databaseCpuMs }) => ({ server: program.cpuMs(), database: databaseCpuMs() }))
  separate(
    runners.flatMap(({ program, databasePids }) => [program.pid, ...databasePids()]),
    process.pid,
  )
  const before = readCpu()
  const results = await connectInTurn(loads, roundMs)
  const after = readCpu()
  if (!isKept) return
  for (const [index, { exchanges, elapsedMs, p99Ms }] of results.entries()) {
    const spentUs = (on: 'server' | 'database') =>
      (((after[index]?.[on] ?? Number.NaN) - (before[index]?.[on] ?? Number.NaN)) * 1000) / exchanges
    runners[index]?.samples.push({
      serverUs: spentUs('server'),
      databaseUs: spentUs('database'),
      perSecond: (exchanges * 1000) / elapsedMs,
      p99Ms,
    })
  }
}
