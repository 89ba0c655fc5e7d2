import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuerTables, JobStatus } from '../../../src/issuer/base/tables.ts'
import { spendToken } from '../../../src/issuer/keys/token-store.ts'
import type { Database, Transaction } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { createPlace, onEachEngine, type Place } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { type RunningApp, startApp } from '../../harness.ts'
import { createHttpClient, type HttpClient } from '../../http-client.ts'
import { createMeeting } from '../../meeting.ts'
import { keepScore } from '../../score.ts'
import { createDice, scaled } from '../../seed.ts'
import { expectOneEnd, noteTold, race } from '../race.ts'
import { answerTo, create, newScene, put, read, until } from '../scene.ts'

const ENTRANTS = scaled(100, 1_000)
const ROUNDS = scaled(5, 100)
const CONNECTIONS = 64
const settings = { LANYARD_RATE: 'off' }

const statement = statementsOf<IssuerTables>()

type Servers = { clock: ManualClock; apps: readonly RunningApp[]; client: HttpClient }

/** So many servers of this process on one database. */
function useServers(place: () => Place, count: number): () => Servers {
  let servers: Servers | undefined
  beforeAll(async () => {
    const clock = createManualClock()
    const apps: RunningApp[] = []
    for (let n = 0; n < count; n++) apps.push(await startApp(place(), { settings, clock }))
    servers = { clock, apps, client: createHttpClient(CONNECTIONS) }
  })
  afterAll(async () => {
    servers?.client.close()
    for (const { app } of servers?.apps ?? []) await app.stop()
  })
  return () => servers as Servers
}

function engineOf({ apps }: Servers): string {
  return apps[0]?.app.context.database.capabilities.engine ?? ''
}

function raceOn(name: string, servers: () => Servers): void {
  const score = keepScore(() => `races for the end of a job on ${name}, ${engineOf(servers())}`)
  const dice = createDice(`jobs on ${name}`)

  async function runRound(timesOut: boolean): Promise<JobStatus> {
    const { apps, client, clock } = servers()
    const [first] = apps as [RunningApp]
    const told = noteTold(first.app.context.database)
    const scene = await newScene(first)
    const meanwhile = async () => {
      if (!timesOut) return
      await new Promise((resolve) => setTimeout(resolve, dice.between(0, 2 * ENTRANTS)))
      clock.advance(300_000)
    }
    const end = await race({ scene, places: apps, client, dice, entrants: ENTRANTS, meanwhile })
    await expectOneEnd(first.app.context.database, scene.created.job, { end, told })
    score.add(end, 1)
    score.add('entrants', ENTRANTS)
    return end
  }

  it.each([
    ['', false],
    [' and the time-out', true],
  ])(
    `are won by one of ${ENTRANTS} approvals, logins, denials and cancellations%s, ${ROUNDS} times`,
    async (_and, timesOut) => {
      for (let round = 0; round < ROUNDS; round++) expect(await runRound(timesOut)).not.toBe('outstanding')
    },
    60_000 + ROUNDS * 10_000,
  )
}

onEachEngine('races for the end of a job', (place) => {
  const servers = useServers(place, 1)
  describe('in one server', () => raceOn('one server', servers))

  it('has several winners where a look before the write is the guard (the control)', async () => {
    const [running] = servers().apps as [RunningApp]
    const { job } = await create(running, { scope: 'name' })
    const meet = createMeeting(100)
    const ends = Array.from({ length: 100 }, () => lookThenEnd(running.app.context.database, job, meet))
    expect((await Promise.all(ends)).filter((won) => won).length).toBeGreaterThan(1)
  })
})

describe('races for the end of a job between two servers', () => {
  let place: Place
  beforeAll(async () => {
    place = await createPlace('postgres', 'migrated')
  })
  afterAll(() => place.remove())
  const servers = useServers(() => place, 2)
  raceOn('two servers', servers)

  it('are told alike by a reader who finds the time over while an approval in time is on its way', async () => {
    const { apps, clock } = servers()
    const [one, other] = apps as [RunningApp, RunningApp]
    const scene = await newScene(one)
    const { job, ticket } = scene.created
    await read(other, job)
    const hold = (tx: Transaction) => tx.run(touch, { job })
    const { sent, seen } = await whileHeld(place, hold, async () => {
      const sent = put(one, ticket, answerTo(one, scene))
      await waitingFor(place, 1)
      clock.advance(300_000)
      const seen = [one, other].map(async (app) => (await read(app, job)).body.status)
      await waitingFor(place, 3)
      return { sent, seen }
    })
    expect((await sent).body).toEqual({ status: 'completed' })
    expect(await Promise.all(seen)).toEqual(['completed', 'completed'])
  })

  it('are lost by an approval whose time runs out between its look and its write', async () => {
    const { apps, clock } = servers()
    const [one] = apps as [RunningApp]
    const scene = await newScene(one)
    const spent = { fingerprint: scene.person.fingerprint, jti: 'held', expires_at: 0 }
    const hold = (tx: Transaction) => spendToken(tx, spent)
    const { sent } = await whileHeld(place, hold, async () => {
      const sent = put(one, scene.created.ticket, answerTo(one, scene, { jti: 'held' }))
      await waitingFor(place, 1)
      clock.advance(300_000)
      return { sent }
    })
    expect((await sent).body.title).toBe('closed-job')
    expect((await read(one, scene.created.job)).body.status).toBe('timed_out')
  })
})

const touch = statement((db, p: { job: string }) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({ failures: row.ref('failures') }))
    .where('job', '=', p.job),
)

/** What a transaction of another holds, others wait for until the work is done; it leaves nothing behind. */
async function whileHeld<T>(
  place: Place,
  hold: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const database = await place.open()
  const undo = new Error('all that was needed was the lock')
  let result: T | undefined
  const held = database.write(async (tx) => {
    await hold(tx)
    result = await work()
    throw undo
  })
  await held.catch((error: unknown) => expect(error).toBe(undo))
  await database.close()
  return result as T
}

/** Resolves when at least so many statements wait for a lock: the server's own work may wait too. */
async function waitingFor({ databaseUrl }: Place, count: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const blocked =
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until(async () => ((await client.query(blocked)).rowCount ?? 0) >= count)
  await client.end()
}

const look = statement((db, p: { job: string }) =>
  db.selectFrom('issuer_jobs').select('status').where('job', '=', p.job),
)
const endAnyway = statement((db, p: { job: string }) =>
  db.updateTable('issuer_jobs').set({ status: 'cancelled', ended_at: 1 }).where('job', '=', p.job),
)

/** The guard that no operation relies on. */
async function lookThenEnd(database: Database, job: string, meet: () => Promise<void>): Promise<boolean> {
  const seen = await database.first(look, { job })
  await meet()
  if (seen?.status !== 'outstanding') return false
  return (await database.run(endAnyway, { job })) === 1
}
