import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { createOutbound, type Outbound } from '../../../src/kernel/outbound/request.ts'
import { generateVapidJwk, importVapidKey } from '../../../src/kernel/web-push/vapid.ts'
import { jobsMigration } from '../../../src/platform/jobs/migrations/0001-jobs.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { createPushHandler, type DuePush, type PushOwner } from '../../../src/platform/push/delivery.ts'
import { createPushQueue, type Push } from '../../../src/platform/push/queue.ts'
import { createPlace, type Place } from '../../engines.ts'
import { openContext, type TestContext } from '../accounts/context.ts'
import { type Browser, type PushService, startPushService } from './push-service.ts'

const TICK_MS = 60 * 60_000

describe('a push message', () => {
  const key = importVapidKey(generateVapidJwk())
  let place: Place
  let context: TestContext
  let outbound: Outbound
  let service: PushService
  let runner: JobRunner
  let due: DuePush | undefined
  let dropped: string[] = []
  let taken: string[] = []
  let timeoutMs = 0
  let served = true
  const owner: PushOwner = {
    find: async ({ target }) => (target === 'phone' ? due : undefined),
    drop: async (target, devtoken) => void dropped.push(`${target} ${devtoken}`),
    noteTaken: async ({ id }) => void taken.push(id),
  }

  beforeAll(async () => {
    place = await createPlace('sqlite')
    context = await openContext(place)
    await migrate(context.database, [jobsMigration], context.clock.now)
    service = await startPushService(context.clock.now)
    outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lanyard' })
    const contact = 'https://lanyard.example'
    const parts = {
      key,
      contact,
      owners: { us: owner },
      isServed: () => served,
      get timeoutMs() {
        return timeoutMs
      },
    }
    runner = createJobRunner(context, createPushHandler(context, outbound, parts))
  })
  afterAll(async () => {
    await runner.stop()
    outbound.close()
    await service.close()
    await context.database.close()
    await place.remove()
  })
  beforeEach(() => {
    dropped = []
    taken = []
    timeoutMs = 10_000
    served = true
    context.lines.length = 0
  })

  const dueTo = ({ subscription }: Pick<Browser, 'subscription'>, expiresInMs = 300_000): DuePush => ({
    subscription,
    devtoken: 'sealed',
    data: { kind: 'scope_job', ticket: 'abc' },
    expiresAt: context.clock.now() + expiresInMs,
  })
  async function push(given: Push = { target: 'phone', id: 'abc' }, from = 'us'): Promise<void> {
    const queue = createPushQueue(context, from, key.publicKey)
    await context.database.write((tx) => queue.enqueue(tx, given))
    await runner.drain()
  }
  /** Every attempt that is still due: nothing is left to try afterwards. */
  async function runOut(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) {
      context.clock.advance(TICK_MS)
      await runner.drain()
    }
  }

  it('is read by the browser that subscribed, and by nobody on the way', async () => {
    const browser = service.subscribe()
    due = dueTo(browser)
    await push()
    expect(taken).toEqual(['abc'])
    const [arrival] = browser.arrivals
    expect(arrival?.data).toEqual({ kind: 'scope_job', ticket: 'abc' })
    expect(arrival?.vapid).toEqual({
      aud: service.url,
      exp: context.clock.now() / 1000 + 43_200,
      sub: 'https://lanyard.example',
    })
    expect(arrival?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '300',
      urgency: 'high',
    })
    expect(arrival?.headers.authorization).toContain(`k=${key.publicKey}`)
    expect(JSON.stringify(arrival?.headers)).not.toContain('abc')
  })

  it('has a length that does not tell its kind, and a topic of its own', async () => {
    const browser = service.subscribe()
    due = dueTo(browser)
    await push()
    due = { ...due, data: { kind: 'approval_request', uuid: 'd'.repeat(36) }, expiresAt: null }
    await push({ target: 'phone', id: 'def' })
    const [short, long] = browser.arrivals
    expect(short?.bytes).toBe(long?.bytes)
    expect(short?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(long?.headers.topic).not.toBe(short?.headers.topic)
    expect(long?.headers.ttl).toBe(String(28 * 86_400))
  })

  it('goes to no address that belongs to no push service, and is given up', async () => {
    const browser = service.subscribe()
    due = dueTo(browser)
    served = false
    await push()
    await runOut()
    expect([browser.arrivals, taken, dropped]).toEqual([[], [], []])
  })

  it.each([404, 410])('to a subscription that is gone (%i) ends the subscription', async (status) => {
    const browser = service.subscribe()
    browser.answer = status
    due = dueTo(browser)
    await push()
    expect(dropped).toEqual(['phone sealed'])
    await runOut()
    expect(browser.arrivals).toHaveLength(1)
    expect(taken).toEqual([])
  })

  it.each([429, 500, 503, 'hang'] as const)('is tried again, later each time, after %s', async (answer) => {
    const browser = service.subscribe()
    browser.answer = answer
    if (answer === 'hang') timeoutMs = 500
    due = dueTo(browser)
    await push()
    expect(browser.arrivals).toHaveLength(1)
    context.clock.advance(400)
    await runner.drain()
    expect(browser.arrivals).toHaveLength(1)
    context.clock.advance(600)
    await runner.drain()
    expect(browser.arrivals).toHaveLength(2)
    context.clock.advance(900)
    await runner.drain()
    expect(browser.arrivals).toHaveLength(2)
    browser.answer = 201
    timeoutMs = 10_000
    context.clock.advance(1_100)
    await runner.drain()
    expect(browser.arrivals).toHaveLength(3)
    expect(new Set(browser.arrivals.map(({ headers }) => headers.topic)).size).toBe(1)
    expect([taken, dropped]).toEqual([['abc'], []])
  })

  it.each([
    [429, 'seconds', (): string => '120', 120_000],
    [503, 'a date', (): string => new Date(context.clock.now() + 120_000).toUTCString(), 120_000],
    [503, 'more than a day', (): string => '999999999', 24 * 3_600_000],
  ] as const)('waits as long as the push service asks: %i and %s', async (status, _form, header, waitMs) => {
    const browser = service.subscribe()
    Object.assign(browser, { answer: status, retryAfter: header() })
    due = dueTo(browser, 48 * 3_600_000)
    await push()
    browser.answer = 201
    context.clock.advance(waitMs - 1_000)
    await runner.drain()
    expect(browser.arrivals).toHaveLength(1)
    context.clock.advance(1_000)
    await runner.drain()
    expect([browser.arrivals.length, taken]).toEqual([2, ['abc']])
  })

  it.each(['soon', '-5', '1e9', 'Sun, 31 Feb', ''])(
    'waits as usual where it asks for %j',
    async (retryAfter) => {
      const browser = service.subscribe()
      Object.assign(browser, { answer: 503, retryAfter })
      due = dueTo(browser)
      await push()
      browser.answer = 201
      context.clock.advance(1_000)
      await runner.drain()
      expect(browser.arrivals).toHaveLength(2)
    },
  )

  it('is given up after twelve attempts', async () => {
    const browser = service.subscribe()
    browser.answer = 500
    due = dueTo(browser)
    await push()
    await runOut()
    expect(browser.arrivals).toHaveLength(12)
    expect(dropped).toEqual([])
  })

  it('is not sent once nobody waits for it', async () => {
    const browser = service.subscribe()
    browser.answer = 500
    due = dueTo(browser)
    await push()
    due = undefined
    browser.answer = 201
    await runOut()
    expect(browser.arrivals).toHaveLength(1)
    await push({ target: 'nobody', id: 'abc' })
    await push({ target: 'phone', id: 'abc' }, 'others')
    expect(taken).toEqual([])
  })

  it.each([301, 302, 307, 308])('never follows a redirect (%i)', async (status) => {
    const browser = service.subscribe()
    browser.answer = status
    browser.location = `${service.url}/internal`
    due = dueTo(browser)
    await push()
    await runOut()
    expect(browser.arrivals).toHaveLength(1)
    expect(service.strays).toEqual([])
    expect([taken, dropped]).toEqual([[], []])
  })

  it.each(['https://10.1.2.3/push', 'https://169.254.169.254/latest', 'https://[::1]/push'])(
    'goes to no internal address: %s',
    async (endpoint) => {
      due = dueTo({ subscription: { ...service.subscribe().subscription, endpoint } })
      await push()
      const refusals = context.lines.filter((line) => line.includes('a push is not sent'))
      expect(refusals).toHaveLength(1)
      expect(refusals[0]).not.toContain(endpoint)
      await runOut()
      expect(context.lines.filter((line) => line.includes('a push is not sent'))).toHaveLength(1)
      expect([taken, dropped]).toEqual([[], []])
    },
  )

  it('is refused for good by any other answer', async () => {
    const browser = service.subscribe()
    browser.answer = 403
    due = dueTo(browser)
    await push()
    await runOut()
    expect(browser.arrivals).toHaveLength(1)
    expect(context.lines.join()).toContain('"status":403')
    expect(dropped).toEqual([])
  })

  it('cannot be made for broken keys, or sent in the clear: such a subscription ends', async () => {
    const { subscription } = service.subscribe()
    due = dueTo({ subscription: { ...subscription, keys: { ...subscription.keys, p256dh: 'BBBB' } } })
    await push()
    due = dueTo({ subscription: { ...subscription, endpoint: 'http://push.example/x' } })
    await push()
    expect(dropped).toEqual(['phone sealed', 'phone sealed'])
  })
})
