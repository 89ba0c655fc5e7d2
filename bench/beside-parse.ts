import { join } from 'node:path'
import { startPostgres } from '../test/postgres-server.ts'
import { connectAll } from './load/connections.ts'
import { createDatabase } from './million/create-database.ts'
import { type Options, turnsOf } from './options.ts'
import { postgresCpu } from './postgres-cpu.ts'
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

type Runner = { prepare: Prepare; program: Program; target: Target; samples: BesideSample[] }

/** A registration and a read on PostgreSQL, and an object of the same size in parse-server on the same one. */
export async function measureBesideParse(options: Options, folder: string): Promise<BesideRow[]> {
  const server = await startPostgres()
  const running: Program[] = []
  try {
    const databaseCpu = postgresCpu(server.dataDir)
    const place = async (name: string) => ({
      folder: join(folder, `${name}-postgres`),
      programs: options.programs,
      profile: options.profile,
      databaseUrl: await createDatabase(server.url, name),
    })
    const lanyardPlace = await place('lanyard')
    const seedFile = seedLanyard(lanyardPlace, { users: 1 })
    const lanyard = await startLanyard(lanyardPlace)
    running.push(lanyard)
    const parse = await startPeer(await place('parse'), 'parse-server')
    running.push(parse)
    const targetOf = (program: Program, name: Target['program']): Target => ({
      program: name,
      port: program.port,
      seedFile,
      turns: turnsOf(options),
      turnMs: options.roundMs,
    })
    const besides = BESIDES.map(({ name, title, own, theirs }) => {
      const row: BesideRow = { name, title, lanyard: [], parse: [] }
      const runners: Runner[] = [
        { prepare: own, program: lanyard, target: targetOf(lanyard, 'lanyard'), samples: row.lanyard },
        { prepare: theirs, program: parse, target: targetOf(parse, 'parse-server'), samples: row.parse },
      ]
      return { row, runners }
    })
    for (let round = 1 - options.warmUps; round <= options.rounds; round += 1) {
      for (const { runners } of besides) {
        for (const runner of round % 2 === 0 ? runners : runners.toReversed()) {
          const sample = await measure(options, runner, databaseCpu)
          if (round > 0) runner.samples.push(sample)
        }
      }
    }
    return besides.map(({ row }) => row)
  } finally {
    await Promise.all(running.map((program) => program.stop()))
    await server.remove()
  }
}

async function measure(
  { connections, roundMs }: Options,
  { prepare, program, target }: Runner,
  databaseCpu: () => number,
): Promise<BesideSample> {
  const turn = await prepare(target)
  const [server, database] = [program.cpuMs(), databaseCpu()]
  const result = await connectAll({ port: program.port, connections, limitMs: roundMs }, turn)
  const each = (ms: number) => (ms * 1000) / result.exchanges
  return {
    serverUs: each(program.cpuMs() - server),
    databaseUs: each(databaseCpu() - database),
    perSecond: (result.exchanges * 1000) / result.elapsedMs,
    p99Ms: result.p99Ms,
  }
}
