import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { createDatabase } from '../million/create-database.ts'
import { postgresCpu } from '../postgres-cpu.ts'
import type { Shop } from './buyer.ts'
import { type CrowdResult, type CrowdSize, runCrowd } from './crowd.ts'
import { compareLedger, type Ledger } from './ledger.ts'
import { awaitRest, listEntries, openSale, PAGE_PATH } from './organiser.ts'
import { createPageReader } from './page-form.ts'
import { type Memory, Servers } from './servers.ts'
import { type Retries, type Step, type StepTimes, Tally } from './tally.ts'

export type Engine = 'sqlite' | 'postgres'

/** What `--json` writes of each engine. */
export type SaleResult = CrowdSize & {
  readonly engine: Engine
  readonly processes: number
  readonly soldOutMs: number
  readonly servedMs: number
  /** From the kill until the server answered again. */
  readonly awayMs: number
  readonly steps: Record<Step, StepTimes>
  readonly retries: Retries
  /** Of the second look at the page, those that were answered with 304. */
  readonly unchanged: number
  /** CPU of an order with all its page views; the server's includes the second start. `load` is what the buyers used. */
  readonly cpuMsPerOrder: { readonly server: number; readonly database: number; readonly load: number }
  /** Of the process that used most. */
  readonly memory: Memory
  readonly ledger: Ledger
}

type Wanted = CrowdSize & { readonly folder: string; readonly programs: string }

const KILLED_AT = 0.4
const PROCESSES: Record<Engine, number> = { sqlite: 1, postgres: 2 }

/** Sells the places of one event on one engine, and kills a server in the middle of it. */
export async function runSale(engine: Engine, wanted: Wanted): Promise<SaleResult> {
  const database = engine === 'postgres' ? await startPostgres() : undefined
  try {
    const databaseUrl = database === undefined ? undefined : await createDatabase(database.url, 'sale')
    const place = { folder: join(wanted.folder, engine), programs: wanted.programs, databaseUrl }
    const servers = await Servers.start(place, PROCESSES[engine])
    try {
      return await sell({ engine, servers, database }, wanted)
    } finally {
      await servers.stop()
    }
  } finally {
    await database?.remove()
  }
}

type House = { engine: Engine; servers: Servers; database: PostgresServer | undefined }

async function sell({ engine, servers, database }: House, size: CrowdSize): Promise<SaleResult> {
  const { buyers, places, atOnce } = size
  const organiser = { url: `http://127.0.0.1:${servers.ports.at(-1)}`, key: servers.createKey() }
  const path = await openSale(organiser, places)
  const shop: Shop = { path: PAGE_PATH, servers, tally: new Tally(), readPage: createPageReader() }
  const used = meterCpu(servers, database)
  const { orders, soldOutMs, servedMs } = await runUntilServed(engine, shop, size)
  const cpu = used()
  const memory = servers.memory()
  tell(`${engine}: all ${buyers.toLocaleString('en')} buyers served, the ledger is read`)
  const counters = await awaitRest(organiser, path, places)
  const entries = await listEntries(organiser, path)
  return {
    ...{ engine, buyers, places, atOnce, processes: servers.ports.length },
    ...{ soldOutMs, servedMs, awayMs: servers.awayMs },
    steps: shop.tally.summarize(),
    retries: shop.tally.retries,
    unchanged: shop.tally.unchanged,
    cpuMsPerOrder: {
      server: cpu.server / orders.length,
      database: cpu.database / orders.length,
      load: cpu.load / orders.length,
    },
    memory,
    ledger: compareLedger(orders, { entries, counters, places }),
  }
}

/** One server is killed when enough is sold; it is back before this ends. */
async function runUntilServed(engine: Engine, shop: Shop, size: CrowdSize): Promise<CrowdResult> {
  const [limit, all] = [Math.ceil(size.places * KILLED_AT), size.places.toLocaleString('en')]
  let restarted: Promise<unknown> | undefined
  const kill = async () => {
    tell(`${engine}: ${limit.toLocaleString('en')} of ${all} sold, ${nameOf(shop.servers)} is killed`)
    await shop.servers.killOne()
    tell(`${engine}: it is back after ${(shop.servers.awayMs / 1_000).toFixed(1)} s`)
  }
  const result = await runCrowd(shop, size, (sold) => {
    if (sold === limit) restarted = kill().catch((error: Error) => error)
    if (sold === size.places) tell(`${engine}: ${all} of ${all} sold`)
  })
  const failure = await restarted
  if (failure instanceof Error) throw failure
  return result
}

function nameOf({ ports }: Servers): string {
  return ports.length === 1 ? 'the server' : `one of ${ports.length} servers`
}

function meterCpu(servers: Servers, database: PostgresServer | undefined) {
  const databaseCpu = database === undefined ? () => 0 : postgresCpu(database.dataDir)
  const read = () => ({ server: servers.cpuMs(), database: databaseCpu(), load: ownCpuMs() })
  const before = read()
  return () => {
    const after = read()
    return {
      server: after.server - before.server,
      database: after.database - before.database,
      load: after.load - before.load,
    }
  }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function tell(text: string): void {
  process.stderr.write(`bench: ${text}\n`)
}
