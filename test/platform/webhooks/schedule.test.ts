import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { createOutbound, type Outbound } from '../../../src/kernel/outbound/request.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import type { JobsTables } from '../../../src/platform/jobs/tables.ts'
import { createWebhookHandler, resumeWebhooks } from '../../../src/platform/webhooks/delivery.ts'
import { createWebhook, removeWebhook, replayDelivery } from '../../../src/platform/webhooks/endpoints.ts'
import { queueWebhook, webhookKind } from '../../../src/platform/webhooks/publisher.ts'
import type { WebhookTables } from '../../../src/platform/webhooks/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { type Receiver, startReceiver } from '../../twofactor/receiver.ts'
import { createTestContext } from '../changes/context.ts'

const HOUR_MS = 3_600_000
const SWEEP_MS = 15_000

const statement = statementsOf<WebhookTables & JobsTables>()
const deliveryRows = statement((db) => db.selectFrom('webhook_deliveries').selectAll().orderBy('id'))
const jobRows = statement((db) => db.selectFrom('jobs').selectAll())
const clearDeliveries = statement((db) => db.deleteFrom('webhook_deliveries'))
const clearEndpoints = statement((db) => db.deleteFrom('webhook_endpoints'))
const clearJobs = statement((db) => db.deleteFrom('jobs'))
/** As a release without `due_at`, or a transaction that began before the removal, leaves a row. */
const addStuck = statement((db, p: { id: string; endpoint_id: string; body: string }) =>
  db.insertInto('webhook_deliveries').values({
    ...{ id: p.id, endpoint_id: p.endpoint_id, body: p.body, type: 'test' },
    ...{ state: 'queued', attempts: 0, created_at: 0, due_at: 0 },
  }),
)
const spoilBody = statement((db, p: { id: string }) =>
  db.updateTable('webhook_deliveries').set({ body: 'not sealed' }).where('id', '=', p.id),
)

type Call = { id: string; at: number }

onEachEngine('the schedule of webhooks', (place) => {
  let db: Database
  let clock: ManualClock
  let context: ReturnType<typeof createTestContext<ManualClock>>
  let outbound: Outbound
  const runners: JobRunner[] = []

  beforeAll(async () => {
    db = await place().open()
    await migrate(db, migrations, () => 0)
    outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lanyard' })
  })
  beforeEach(async () => {
    for (const clear of [clearDeliveries, clearEndpoints, clearJobs]) await db.run(clear, {})
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop(0)))
  })
  afterAll(async () => {
    outbound.close()
    await db.close()
  })

  const deliveries = () => db.all(deliveryRows, {})
  const jobs = () => db.all(jobRows, {})
  const tell = (endpointId: string) =>
    db.write((tx) => queueWebhook(tx, context, endpointId, { type: 'test', data: {} }))

  /** A process with the sweep of the product, which looks for jobs when it is told to. */
  function startRunner(): JobRunner {
    const sweep = { kind: 'resume-webhooks', everyMs: SWEEP_MS, run: () => resumeWebhooks(context) }
    const handlers = createWebhookHandler(context, outbound)
    const runner = createJobRunner(context, handlers, { pollMs: HOUR_MS, recurring: [sweep] })
    runners.push(runner)
    return runner
  }

  async function listen(status: () => number): Promise<{ calls: Call[]; id: string; receiver: Receiver }> {
    const calls: Call[] = []
    const receiver = await startReceiver((response, { headers }) => {
      calls.push({ id: String(headers['webhook-id']), at: clock.now() })
      response.statusCode = status()
      response.end()
    })
    onTestFinished(() => receiver.close())
    const { id } = await createWebhook(context, { service: 'issuer', url: receiver.url }, () => {})
    return { calls, id, receiver }
  }

  /** The waits double from one second to an hour, each shortened by up to a half. */
  function expectSchedule(
    calls: readonly Call[],
    { attempts, due_at }: { attempts: number; due_at: number },
  ) {
    expect(calls).toHaveLength(attempts)
    const times = [...calls.map(({ at }) => at), due_at]
    for (let n = 1; n < times.length; n++) {
      const longest = Math.min(HOUR_MS, 1_000 * 2 ** (n - 1))
      const wait = (times[n] ?? 0) - (times[n - 1] ?? 0)
      expect(wait).toBeGreaterThanOrEqual(longest / 2)
      expect(wait).toBeLessThanOrEqual(longest)
    }
  }

  /** Lets the time pass in steps that end where something is due, and at every sweep. */
  async function passTime(runner: JobRunner, until: number, each: () => Promise<void> = async () => {}) {
    for (;;) {
      await runner.drain()
      expect((await jobs()).length).toBeLessThanOrEqual(1)
      const due = (await deliveries()).filter(({ state }) => state === 'queued').map((row) => row.due_at)
      const next = Math.min(...due.filter((at) => at > clock.now()), clock.now() + SWEEP_MS, until)
      clock.advance(next - clock.now())
      if (clock.now() >= until) return
      await each()
    }
  }

  it('is followed exactly while a receiver is down, by one job, whatever else happens', async () => {
    const { calls, id } = await listen(() => 503)
    const runner = startRunner()
    await tell(id)
    const start = clock.now()
    let more = 0
    await passTime(runner, start + HOUR_MS, async () => {
      // New events, and sweeps of another process, in between.
      await resumeWebhooks(context)
      if (clock.now() - start > ((more + 1) * HOUR_MS) / 6 && more < 5) {
        more++
        await tell(id)
      }
    })
    expect(more).toBe(5)
    const rows = await deliveries()
    expect(rows).toHaveLength(6)
    for (const row of rows) {
      expectSchedule(
        calls.filter((call) => call.id === row.id),
        row,
      )
      expect(row.due_at).toBeGreaterThan(clock.now())
    }
    expect(calls.filter((call) => call.id === rows[0]?.id).length).toBeGreaterThanOrEqual(12)
    expect(await jobs()).toMatchObject([{ kind: webhookKind, unique_key: id }])
  })

  it('ends when the receiver is back, and after three days when it never is', async () => {
    let status = 500
    const { calls, id } = await listen(() => status)
    const runner = startRunner()
    await tell(id)
    await passTime(runner, clock.now() + 60_000)
    status = 204
    await passTime(runner, clock.now() + HOUR_MS)
    const [row] = await deliveries()
    expect(row).toMatchObject({ state: 'delivered', last_status: 204, attempts: calls.length })
    expect(await jobs()).toEqual([])
    status = 500
    clock.advance(1)
    await replayDelivery(context, row?.id ?? '')
    const before = calls.length
    await runner.drain()
    expect(await deliveries()).toMatchObject([{ state: 'queued', attempts: 1 }])
    clock.advance(3 * 24 * HOUR_MS)
    await runner.drain()
    expect(calls.length).toBe(before + 2)
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 2 }])
    expect(await jobs()).toEqual([])
  })

  it('of a receiver that hangs does not delay another', async () => {
    const hanging = await startReceiver(() => {})
    onTestFinished(() => hanging.close())
    const { id: bad } = await createWebhook(context, { service: 'issuer', url: hanging.url }, () => {})
    const { calls, id: good, receiver } = await listen(() => 200)
    const runner = startRunner()
    for (let n = 0; n < 20; n++) await tell(bad)
    await runner.tick()
    await hanging.arrived(4)
    for (let n = 1; n <= 3; n++) {
      await tell(good)
      await runner.tick()
      await receiver.arrived(n)
    }
    expect(calls).toHaveLength(3)
    // The job of the hanging receiver runs on; more events start no second one.
    await tell(bad)
    await runner.tick()
    expect(hanging.received).toHaveLength(4)
  })

  it('goes on behind deliveries that a receiver refuses', async () => {
    let refused: string | undefined
    const receiver = await startReceiver((response, { headers }) => {
      refused ??= String(headers['webhook-id'])
      response.statusCode = headers['webhook-id'] === refused ? 500 : 200
      response.end()
    })
    onTestFinished(() => receiver.close())
    const { id } = await createWebhook(context, { service: 'issuer', url: receiver.url }, () => {})
    for (let n = 0; n < 30; n++) await tell(id)
    await startRunner().drain()
    const states = (await deliveries()).map(({ state }) => state)
    expect(states.filter((state) => state === 'delivered')).toHaveLength(29)
    expect(receiver.received).toHaveLength(30)
  })

  it('adds no jobs for a delivery that cannot be read', async () => {
    const { calls, id } = await listen(() => 200)
    await tell(id)
    const [row] = await deliveries()
    await db.run(spoilBody, { id: row?.id ?? '' })
    await passTime(startRunner(), clock.now() + 10 * 60_000)
    expect(calls).toEqual([])
    expect(await jobs()).toHaveLength(1)
    expect((await deliveries())[0]).toMatchObject({ state: 'queued', last_status: 0 })
  })

  it('ends with its endpoint: nothing is queued for one that was removed, and nothing stays', async () => {
    const { calls, id } = await listen(() => 200)
    await tell(id)
    const [row] = await deliveries()
    await removeWebhook(context, id)
    // A publisher whose list is stale.
    await tell(id)
    expect(await deliveries()).toMatchObject([{ id: row?.id, state: 'failed' }])
    expect(await replayDelivery(context, row?.id ?? '')).toBe(false)
    await startRunner().drain()
    await db.run(addStuck, { id: 'stuck', endpoint_id: id, body: row?.body ?? '' })
    clock.advance(SWEEP_MS)
    await startRunner().drain()
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(await jobs()).toEqual([])
    expect(calls).toEqual([])
  })
})
