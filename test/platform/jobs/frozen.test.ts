import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { createOutbound, type Outbound } from '../../../src/kernel/outbound/request.ts'
import { generateVapidJwk, importVapidKey } from '../../../src/kernel/web-push/vapid.ts'
import type { Channel } from '../../../src/platform/delivery/channel.ts'
import { createDelivery } from '../../../src/platform/delivery/delivery.ts'
import { type FirstAttempts, withFirstAttempts } from '../../../src/platform/delivery/first-attempts.ts'
import { createGatewayChannel } from '../../../src/platform/delivery/gateways/failover.ts'
import { MESSAGE_LEASE_MS } from '../../../src/platform/delivery/ledger.ts'
import { enqueueMessage, recoverMessages } from '../../../src/platform/delivery/messages.ts'
import { createOutboxChannel, readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { enqueueJob } from '../../../src/platform/jobs/enqueue.ts'
import type { JobHandler } from '../../../src/platform/jobs/handler.ts'
import { confirmLease, SAFE_MS } from '../../../src/platform/jobs/held-lease.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { createPushHandler } from '../../../src/platform/push/delivery.ts'
import { createPushQueue } from '../../../src/platform/push/queue.ts'
import { createWebhookHandler, resumeWebhooks } from '../../../src/platform/webhooks/delivery.ts'
import { createWebhook } from '../../../src/platform/webhooks/endpoints.ts'
import { queueWebhook } from '../../../src/platform/webhooks/publisher.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { startReceiver } from '../../twofactor/receiver.ts'
import { createTestContext } from '../changes/context.ts'
import { clearDelivery, jobRows, messageRows } from '../delivery/rows.ts'
import { startPushService } from '../push/push-service.ts'

const LEASE_MS = 30_000
const CLAIM_MS = 60_000

/** Where a process is frozen: it comes here, and goes on when the test says so. */
function createFreezer() {
  let thaw: () => void = () => {}
  const frozen = new Promise<void>((resolve) => {
    thaw = resolve
  })
  let came: () => void = () => {}
  const reached = new Promise<void>((resolve) => {
    came = resolve
  })
  return {
    reached,
    thaw,
    async freeze() {
      came()
      await frozen
    },
  }
}

onEachEngine('a process that was frozen', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock
  let first: ReturnType<typeof createTestContext<ManualClock>>
  let second: ReturnType<typeof createTestContext<ManualClock>>
  let outbound: Outbound
  const runners: JobRunner[] = []

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
    await migrate(db, migrations, () => 0)
    outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lanyard' })
  })
  beforeEach(async () => {
    await clearDelivery(db)
    runs = []
    attempts = []
    clock = createManualClock()
    first = createTestContext(db, clock)
    second = createTestContext(other, clock)
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop(0)))
  })
  afterAll(async () => {
    outbound.close()
    await Promise.all([db.close(), other.close()])
  })

  /** What the handlers do until they end, also where nobody waits for them any more. */
  let runs: Promise<void>[] = []
  const tracked = (handlers: Record<string, JobHandler>) =>
    Object.fromEntries(
      Object.entries(handlers).map(([kind, handler]) => {
        const run: JobHandler['run'] = (...given) => {
          const running = handler.run(...given)
          runs.push(running)
          return running
        }
        return [kind, { ...handler, run }]
      }),
    )
  let attempts: FirstAttempts[] = []
  const thawed = () => Promise.allSettled([...runs, ...attempts.flatMap(({ running }) => running)])

  /** A process that looks for jobs when it is told to, and so renews nothing while it is frozen. */
  function startRunner(context: typeof first, handlers: Record<string, JobHandler>): JobRunner {
    const runner = createJobRunner(context, tracked(handlers), { leaseMs: LEASE_MS })
    runners.push(runner)
    return runner
  }
  /** One that also sends new messages from memory. */
  async function startSender(context: typeof first, channel: Channel): Promise<JobRunner> {
    const channels = { sms: channel, voice: channel, email: channel, push: channel }
    const { handlers, firstAttempts } = createDelivery(context, { channels, renewMs: 3_600_000 })
    const queue = createJobRunner(context, tracked(handlers), { pollMs: 3_600_000 })
    const runner = withFirstAttempts(queue, firstAttempts)
    attempts.push(firstAttempts)
    runners.push(runner)
    runner.start()
    // The first look, which comes a turn later.
    await setImmediate()
    await runner.drain()
    return runner
  }
  const deliveryOf = (context: typeof first, channel: Channel) =>
    createDelivery(context, { channels: { sms: channel, voice: channel, email: channel, push: channel } })
      .handlers
  const enqueue = (context: typeof first) =>
    db.write((tx) =>
      enqueueMessage(tx, context, { channel: 'sms', to: '+15550100', text: 'one', purpose: 'test' }),
    )

  /** Both processes send the same way; the first is frozen between taking the message and handing it over. */
  const ways: Record<string, () => { channel: () => Channel; sent: () => Promise<number> }> = {
    gateway() {
      const taken: string[] = []
      const gateway = {
        name: 'test',
        async send({ id }: { id: string }) {
          taken.push(id)
          return {}
        },
      }
      return {
        channel: () => createGatewayChannel([gateway], first),
        sent: async () => taken.length,
      }
    },
    outbox() {
      const folder = mkdtempSync(join(tmpdir(), 'lanyard-frozen-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const path = join(folder, 'outbox.jsonl')
      return {
        channel: () => createOutboxChannel({ path, clock }),
        sent: async () => (await readOutbox(path)).length,
      }
    },
  }

  describe.each(Object.entries(ways))('sends no message twice by the %s', (_name, way) => {
    function freezing(channel: Channel, freezer: ReturnType<typeof createFreezer>): Channel {
      return {
        ...channel,
        async send(...sending) {
          await freezer.freeze()
          return channel.send(...sending)
        },
      }
    }

    it('that it held in memory', async () => {
      const { channel, sent } = way()
      const freezer = createFreezer()
      await startSender(first, freezing(channel(), freezer))
      await enqueue(first)
      await freezer.reached
      clock.advance(MESSAGE_LEASE_MS)
      expect(await recoverMessages(second)).toBe(1)
      await startRunner(second, deliveryOf(second, channel())).drain()
      expect(await sent()).toBe(1)
      freezer.thaw()
      await thawed()
      await vi.waitFor(() =>
        expect(first.lines.join()).toContain('sending a message took longer than its lease'),
      )
      expect(await sent()).toBe(1)
      expect(await messageRows(db)).toMatchObject([{ state: 'sent', attempts: 1 }])
      expect(await jobRows(db)).toEqual([])
    })

    it('that it had a job for, also while the other process still sends it', async () => {
      const { channel, sent } = way()
      await enqueue(first)
      const [freezer, slow] = [createFreezer(), createFreezer()]
      const frozen = startRunner(first, deliveryOf(first, freezing(channel(), freezer)))
      await frozen.tick()
      await freezer.reached
      clock.advance(LEASE_MS)
      const inner = channel()
      const survivor = startRunner(
        second,
        deliveryOf(second, {
          ...inner,
          async send(...sending) {
            const taken = await inner.send(...sending)
            await slow.freeze()
            return taken
          },
        }),
      )
      await survivor.tick()
      await slow.reached
      freezer.thaw()
      await runs[0]?.catch(() => {})
      expect(await sent()).toBe(1)
      slow.thaw()
      await survivor.drain()
      expect(await sent()).toBe(1)
      expect(await messageRows(db)).toMatchObject([{ state: 'sent' }])
      expect(await jobRows(db)).toEqual([])
    })
  })

  it('sends a message twice where the channel asks nobody (the control of those above)', async () => {
    let sent = 0
    const freezer = createFreezer()
    const send = async () => {
      sent++
      return {}
    }
    const frozenSend = async () => {
      await freezer.freeze()
      return send()
    }
    await startSender(first, { name: 'careless', send: frozenSend })
    await enqueue(first)
    await freezer.reached
    clock.advance(MESSAGE_LEASE_MS)
    await recoverMessages(second)
    await startRunner(second, deliveryOf(second, { name: 'careless', send })).drain()
    freezer.thaw()
    await thawed()
    expect(sent).toBe(2)
  })

  it('keeps what nobody else has taken', async () => {
    const freezer = createFreezer()
    let sent = 0
    const channel: Channel = {
      name: 'test',
      async send(_message, _signal, ledger) {
        await freezer.freeze()
        await ledger?.hand('test')
        sent++
        return {}
      },
    }
    await startSender(first, channel)
    await enqueue(first)
    await freezer.reached
    clock.advance(2 * MESSAGE_LEASE_MS)
    freezer.thaw()
    await thawed()
    expect(await recoverMessages(second)).toBe(0)
    expect(sent).toBe(1)
    expect(await messageRows(db)).toMatchObject([{ state: 'sent' }])
  })

  it('sends no webhook twice', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const { id } = await createWebhook(first, { service: 'issuer', url: receiver.url }, () => {})
    await db.write((tx) => queueWebhook(tx, first, id, { type: 'test', data: {} }))
    const freezer = createFreezer()
    // Between the claim and the request the endpoint is read.
    const slowDb = new Proxy(db, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function') return member
        if (name !== 'first') return member.bind(target)
        return async (statement: { compiled(engine: string): { sql: string } }, parameters: object) => {
          if (statement.compiled('sqlite').sql.includes('"webhook_endpoints"')) await freezer.freeze()
          return target.first(statement as never, parameters)
        }
      },
    })
    const frozen = startRunner(first, createWebhookHandler({ ...first, database: slowDb }, outbound))
    await frozen.tick()
    await freezer.reached
    clock.advance(CLAIM_MS)
    await resumeWebhooks(second)
    await startRunner(second, createWebhookHandler(second, outbound)).drain()
    expect(receiver.received).toHaveLength(1)
    freezer.thaw()
    await thawed()
    expect(receiver.received).toHaveLength(1)
  })

  it('sends no push twice', async () => {
    const service = await startPushService(clock.now)
    onTestFinished(() => service.close())
    const browser = service.subscribe()
    const key = importVapidKey(generateVapidJwk())
    const freezer = createFreezer()
    const handlerOf = (context: typeof first, beforeSend: () => Promise<void>) => {
      const { subscription } = browser
      const find = async () => {
        await beforeSend()
        return { subscription, devtoken: 'x', data: { kind: 'test' }, expiresAt: null }
      }
      const owners = { us: { find, drop: async () => {} } }
      return createPushHandler(context, outbound, {
        ...{ key, owners },
        contact: 'https://lanyard.example',
        isServed: () => true,
      })
    }
    const queue = createPushQueue(first, 'us', key.publicKey)
    await db.write((tx) => queue.enqueue(tx, { target: 'phone', id: 'abc' }))
    const frozen = startRunner(first, handlerOf(first, freezer.freeze))
    await frozen.tick()
    await freezer.reached
    clock.advance(LEASE_MS)
    await startRunner(
      second,
      handlerOf(second, async () => {}),
    ).drain()
    expect(browser.arrivals).toHaveLength(1)
    freezer.thaw()
    await thawed()
    expect(browser.arrivals).toHaveLength(1)
  })

  it('gives a job up that it could not renew in time, and keeps it from nobody', async () => {
    let broken = false
    const away = new Proxy(db, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          if (broken) return Promise.reject(new Error('away'))
          return (member as (...all: unknown[]) => unknown).apply(target, given)
        }
      },
    })
    const reasons: unknown[] = []
    const slow: JobHandler = {
      timeoutMs: 3_600_000,
      run: (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push((signal.reason as { code: string }).code)
            reject(signal.reason as Error)
          })
        }),
    }
    const runner = startRunner({ ...first, database: away }, { slow })
    await db.write((tx) => enqueueJob(tx, first, { kind: 'slow', payload: '' }))
    await runner.tick()
    broken = true
    clock.advance(LEASE_MS / 2)
    await expect(runner.tick()).rejects.toThrow('away')
    expect(reasons).toEqual([])
    clock.advance(LEASE_MS / 2)
    await expect(runner.tick()).rejects.toThrow('away')
    expect(reasons).toEqual(['lease-lost'])
    broken = false
    await runner.tick()
    // It starts again, as any process could have started it.
    expect((await jobRows(db)).map(({ attempts }) => attempts)).toEqual([2])
  })
})

describe('a lease', () => {
  const lease = (find: () => Promise<number | undefined>, renew = async (_until: number) => true) => ({
    leaseMs: LEASE_MS,
    find,
    renew,
  })

  it('is asked for again where the answer came late', async () => {
    const clock = createManualClock()
    let asked = 0
    const find = async () => {
      if (++asked > 1) return undefined
      clock.advance(LEASE_MS)
      return clock.now() + LEASE_MS
    }
    expect(await confirmLease(clock, lease(find))).toBe(false)
    expect(asked).toBe(2)
  })

  it('is renewed where little of it is left, and lost where that fails', async () => {
    const clock = createManualClock()
    const renewed: number[] = []
    const ends = async () => clock.now() + SAFE_MS - 1
    const renew = async (until: number) => renewed.push(until) === 1
    expect(await confirmLease(clock, lease(ends, renew))).toBe(true)
    expect(renewed).toEqual([clock.now() + LEASE_MS])
    expect(await confirmLease(clock, lease(ends, renew))).toBe(false)
    expect(
      await confirmLease(
        clock,
        lease(async () => clock.now() + SAFE_MS, renew),
      ),
    ).toBe(true)
    expect(renewed).toHaveLength(2)
  })
})
