import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../../src/app/context/migrations.ts'
import { Secret } from '../../../../src/kernel/base/secret.ts'
import type { Database } from '../../../../src/kernel/database/database.ts'
import { migrate } from '../../../../src/kernel/database/maintenance/migrate.ts'
import type { Outbound } from '../../../../src/kernel/outbound/request.ts'
import { type Channel, DeliveryRefused } from '../../../../src/platform/delivery/channel.ts'
import { createDelivery } from '../../../../src/platform/delivery/delivery.ts'
import { createGatewayChannel } from '../../../../src/platform/delivery/gateways/failover.ts'
import { type Gateway, GatewayFailed } from '../../../../src/platform/delivery/gateways/gateway.ts'
import { createSmppGateway } from '../../../../src/platform/delivery/gateways/smpp.ts'
import { createTwilioGateway } from '../../../../src/platform/delivery/gateways/twilio.ts'
import { createWebhookGateway } from '../../../../src/platform/delivery/gateways/webhook.ts'
import { enqueueMessage } from '../../../../src/platform/delivery/messages.ts'
import { recordReceipt } from '../../../../src/platform/delivery/receipts.ts'
import { createJobRunner, type JobRunner } from '../../../../src/platform/jobs/runner.ts'
import { onEachEngine } from '../../../engines.ts'
import { createManualClock, type ManualClock } from '../../../fakes.ts'
import { createTestContext } from '../../changes/context.ts'
import { clearDelivery, jobRows, messageRows } from '../rows.ts'
import { noAbort, openOutbound, sms, twilioAt } from './messages.ts'
import { created, json, type Provider, reset, silence, startProvider } from './provider.ts'
import { cut, startSmsc } from './smsc.ts'

const down = json(500, {})
const listing = (...sids: string[]) =>
  json(200, { messages: sids.map((sid) => ({ sid, to: sms.to, body: sms.text })) })

onEachEngine('gateways', (place) => {
  let db: Database
  let outbound: Outbound
  let first: Provider
  let second: Provider
  let clock: ManualClock
  let context: ReturnType<typeof createTestContext<ManualClock>>

  beforeAll(async () => {
    db = await place().open()
    await migrate(db, migrations, () => 0)
    outbound = openOutbound()
  })
  beforeEach(async () => {
    await clearDelivery(db)
    ;[first, second] = [await startProvider(), await startProvider()]
    clock = createManualClock()
    context = createTestContext(db, clock)
    return async () => {
      await first.close()
      await second.close()
    }
  })
  afterAll(async () => {
    outbound.close()
    await db.close()
  })

  const twilio = (provider: Provider, name: string, timeoutMs = 300) =>
    createTwilioGateway(twilioAt(provider.url, name), { outbound, timeoutMs })
  const webhook = (provider: Provider, name: string) =>
    createWebhookGateway(
      {
        kind: 'webhook',
        name,
        url: new Secret(provider.url),
        secret: new Secret(`whsec_${'A'.repeat(32)}`),
      },
      { outbound, clock, timeoutMs: 300 },
    )
  const both = () => [twilio(first, 'first'), twilio(second, 'second')]
  const open = (gateways: Gateway[]): Channel => createGatewayChannel(gateways, context)

  function createRunner(channel: Channel): JobRunner {
    const channels = { sms: channel, voice: channel, email: channel, push: channel }
    return createJobRunner(context, createDelivery(context, { channels }).handlers)
  }

  const enqueue = (lifeMs = 600_000) => {
    const { channel, to, text, purpose } = sms
    const expiresAt = clock.now() + lifeMs
    return db.write((tx) => enqueueMessage(tx, context, { channel, to, text, purpose, expiresAt }))
  }
  const rows = () => messageRows(db)
  const log = () => context.lines.join('')

  it('hands a message to the next gateway when the first one says no', async () => {
    first.answerWith(down)
    second.answerWith(created('SM2'))
    await enqueue()
    await createRunner(open(both())).drain()
    expect(await rows()).toMatchObject([
      { state: 'sent', gateway: 'second', provider_reference: 'SM2', attempts: 1, text: null },
    ])
    expect([first.taken.length, second.taken.length]).toEqual([1, 1])
    expect(log()).not.toMatch(/5550100|1234567|token-canary/)
  })

  it('keeps a message queued when every gateway says no, and tries again', async () => {
    first.answerWith(down, created('SM1'))
    second.answerWith(json(429, {}))
    await enqueue()
    const runner = createRunner(open(both()))
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'queued', gateway: null, handed_at: null, attempts: 1 }])
    clock.advance(2_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'first', provider_reference: 'SM1' }])
  })

  it('hands a message that was refused to nobody else', async () => {
    first.answerWith(json(400, { code: 21211 }))
    await enqueue()
    await createRunner(open(both())).drain()
    expect(await rows()).toMatchObject([{ state: 'failed', gateway: 'first', recipient: null, text: null }])
    expect(second.taken).toEqual([])
    expect(log()).toContain('gateway-21211')
  })

  it.each([
    ['resets the connection', reset],
    ['hangs', silence],
  ])('sends once when a gateway that took a message %s', async (_what, answer) => {
    first.answerWith(answer, created('SM-twice'))
    first.listWith(listing())
    await enqueue()
    const runner = createRunner(open(both()))
    await runner.drain()
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'unknown', gateway: 'first', handed_at: clock.now() })
    expect(row?.text).not.toBeNull()
    clock.advance(5_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'first', attempts: 2 }])
    first.listWith(listing('SM1'))
    clock.advance(10_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'first', provider_reference: 'SM1' }])
    expect([first.taken.length, second.taken.length]).toEqual([1, 0])
  })

  it('sends again when the gateway still knows nothing of the message after a minute', async () => {
    first.answerWith(reset, created('SM1'))
    await enqueue()
    const runner = createRunner(open(both()))
    await runner.drain()
    clock.advance(59_999)
    await runner.drain()
    expect(first.taken).toHaveLength(1)
    clock.advance(300_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'first', provider_reference: 'SM1' }])
    expect([first.taken.length, second.taken.length]).toEqual([2, 0])
  })

  it('does not take an earlier message with the same text for this one', async () => {
    first.answerWith(created('SM1'), reset, created('SM2'))
    first.listWith(listing('SM1'))
    const runner = createRunner(open(both()))
    await enqueue()
    await runner.drain()
    await enqueue()
    await runner.drain()
    clock.advance(400_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ provider_reference: 'SM1' }, { provider_reference: 'SM2' }])
  })

  it('leaves a message unknown when the look-up says nothing until it expires', async () => {
    first.answerWith(reset)
    first.listWith(json(503, {}))
    await enqueue(100_000)
    const runner = createRunner(open(both()))
    await runner.drain()
    clock.advance(70_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', attempts: 2 }])
    clock.advance(300_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'first', recipient: null, text: null }])
    expect(await jobRows(db)).toEqual([])
    expect([first.taken.length, second.taken.length]).toEqual([1, 0])
    expect(log()).toContain('a message expired before it was known whether it was sent')
  })

  it('gives the same id to a gateway of its own again, and to no other', async () => {
    first.answerWith(reset, down, json(200, { reference: 'r-1' }))
    await enqueue()
    const runner = createRunner(open([webhook(first, 'own'), twilio(second, 'second')]))
    await runner.drain()
    clock.advance(5_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'own' }])
    clock.advance(5_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'own', provider_reference: 'r-1' }])
    expect(new Set(first.taken.map(({ text }) => JSON.parse(text).id)).size).toBe(1)
    expect(second.taken).toEqual([])
  })

  it('gives up where nobody can tell, and says so in the log', async () => {
    const smsc = await startSmsc()
    smsc.answerWith(cut)
    const address = { kind: 'smpp', name: 'smsc', host: '127.0.0.1', port: smsc.port, tls: false } as const
    const account = { systemId: 'a', password: new Secret('secret'), systemType: '', from: 'Lanyard' }
    const gateway = createSmppGateway({ ...address, ...account }, { clock, onReceipt: async () => {} })
    await enqueue()
    await createRunner(open([gateway, twilio(second, 'second')])).drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'smsc', recipient: null, text: null }])
    expect(log()).toContain('it is unknown whether a message was sent')
    expect(smsc.submitted).toHaveLength(1)
    expect(second.taken).toEqual([])
    await gateway.close?.()
    await smsc.close()
  })

  it('does not send again after a restart in the middle of a request', async () => {
    first.answerWith(silence, created('SM-twice'))
    await enqueue()
    const before = createRunner(open([twilio(first, 'first', 60_000)]))
    await before.tick()
    while (first.taken.length === 0) await new Promise(setImmediate)
    await before.stop(0)
    first.listWith(listing('SM1'))
    await createRunner(open([twilio(first, 'first')])).drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'first', provider_reference: 'SM1' }])
    expect(first.taken).toHaveLength(1)
  })

  it('does not send again after a process died in the middle of a request', async () => {
    first.answerWith(silence, created('SM-twice'))
    await enqueue()
    const dead = createRunner(open([twilio(first, 'first', 60_000)]))
    await dead.tick()
    while (first.taken.length === 0) await new Promise(setImmediate)
    clock.advance(31_000)
    const next = createRunner(open([twilio(first, 'first'), twilio(second, 'second')]))
    await next.drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'first' }])
    first.listWith(listing('SM1'))
    clock.advance(10_000)
    await next.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'first', provider_reference: 'SM1' }])
    expect([first.taken.length, second.taken.length]).toEqual([1, 0])
    await dead.stop(0)
  })

  it('gives a message up whose gateway is no longer in the settings', async () => {
    first.answerWith(reset)
    await enqueue()
    await createRunner(open(both())).drain()
    clock.advance(5_000)
    await createRunner(open([twilio(second, 'second')])).drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'first', text: null }])
    expect(second.taken).toEqual([])
  })

  it('leaves a gateway out after five failures in a row, and tries it again later', async () => {
    first.answerWith(down)
    second.answerWith(created('SM2'))
    const channel = open(both())
    const runner = createRunner(channel)
    for (let n = 0; n < 8; n++) {
      await enqueue()
      await runner.drain()
    }
    expect([first.taken.length, second.taken.length]).toEqual([5, 8])
    expect(channel.available?.()).toBe(true)
    first.answerWith(created('SM1'))
    clock.advance(30_000)
    await enqueue()
    await runner.drain()
    expect(first.taken).toHaveLength(6)
    expect((await rows()).at(-1)).toMatchObject({ state: 'sent', gateway: 'first' })
  })

  it('is not available while every gateway is left out', async () => {
    first.answerWith(down)
    const channel = open([twilio(first, 'first')])
    const runner = createRunner(channel)
    for (let n = 0; n < 5; n++) {
      expect(channel.available?.()).toBe(true)
      await enqueue()
      await runner.drain()
    }
    expect(channel.available?.()).toBe(false)
    await runner.drain()
    expect(first.taken).toHaveLength(5)
    clock.advance(30_000)
    expect(channel.available?.()).toBe(true)
  })

  it('is not available again for a message that no gateway was asked about', async () => {
    first.answerWith(down)
    const bad: Gateway = {
      name: 'first',
      send: (message, signal) =>
        message.text === 'bad'
          ? Promise.reject(new DeliveryRefused('bad-address', { asked: false }))
          : twilio(first, 'first').send(message, signal),
    }
    const channel = open([bad])
    const send = (text: string) => channel.send({ ...sms, text }, { signal: noAbort }).catch(() => {})
    for (const text of ['a', 'b', 'bad', 'c', 'd', 'bad', 'e']) await send(text)
    expect(channel.available?.()).toBe(false)
    clock.advance(30_000)
    await send('bad')
    expect(channel.available?.()).toBe(true)
    await send('f')
    expect([channel.available?.(), first.taken.length]).toEqual([false, 6])
  })

  it('does not send twice where a success cannot be read', async () => {
    first.answerWith((response) => response.writeHead(201).end('{"sid":'))
    first.listWith(listing('SM1'))
    await enqueue()
    const runner = createRunner(open(both()))
    await runner.drain()
    clock.advance(5_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', gateway: 'first', provider_reference: 'SM1' }])
    expect([first.taken.length, second.taken.length]).toEqual([1, 0])
  })

  it('does not know what became of a message that its gateway refuses the second time', async () => {
    first.answerWith(reset, json(409, { code: 'duplicate' }))
    await enqueue()
    const runner = createRunner(open([webhook(first, 'own'), twilio(second, 'second')]))
    await runner.drain()
    clock.advance(5_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'unknown', gateway: 'own', text: null }])
    expect(second.taken).toEqual([])
  })

  it('is available however often a gateway that works puts a message off', async () => {
    const deferring: Gateway = {
      name: 'deferring',
      send: () => Promise.reject(new GatewayFailed('smtp-451', { deferred: true })),
    }
    const channel = open([deferring])
    const runner = createRunner(channel)
    for (let n = 0; n < 6; n++) {
      await enqueue()
      await runner.drain()
    }
    expect(channel.available?.()).toBe(true)
    expect(await rows()).toHaveLength(6)
  })

  it('stores what became of a message, and a phone that was reached stays reached', async () => {
    first.answerWith(created('SM1'))
    await enqueue()
    await createRunner(open(both())).drain()
    const receipt = { gateway: 'first', reference: 'SM1' }
    await recordReceipt(context, { ...receipt, state: 'undelivered' })
    expect(await rows()).toMatchObject([{ receipt: 'undelivered', receipt_at: clock.now() }])
    clock.advance(10)
    await recordReceipt(context, { ...receipt, state: 'delivered' })
    const at = clock.now()
    clock.advance(10)
    await recordReceipt(context, { ...receipt, state: 'undelivered' })
    expect(await rows()).toMatchObject([{ state: 'sent', receipt: 'delivered', receipt_at: at }])
    expect(await jobRows(db)).toEqual([])
  })

  it('knows a message by another notation of its name, where the one that is given is nobody’s', async () => {
    first.answerWith(created('ff'), created('255'))
    await enqueue()
    await createRunner(open(both())).drain()
    const receipt = { gateway: 'first', reference: '255', others: ['ff'], state: 'delivered' as const }
    await recordReceipt(context, receipt)
    expect(await rows()).toMatchObject([{ provider_reference: 'ff', receipt: 'delivered' }])
    clock.advance(10)
    await enqueue()
    await createRunner(open(both())).drain()
    await recordReceipt(context, { ...receipt, state: 'undelivered' })
    const states = (await rows()).map((row) => [row.provider_reference, row.receipt])
    expect(Object.fromEntries(states)).toEqual({ ff: 'delivered', 255: 'undelivered' })
  })

  it('keeps a receipt that comes before the outcome of its message is stored', async () => {
    first.answerWith(created('SM1'))
    const runner = createRunner(open(both()))
    await recordReceipt(context, { gateway: 'first', reference: 'SM1', state: 'delivered' })
    await recordReceipt(context, { gateway: 'first', reference: 'foreign', state: 'delivered' })
    await runner.drain()
    await enqueue()
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', receipt: null }])
    clock.advance(2_000)
    await runner.drain()
    expect(await rows()).toMatchObject([{ state: 'sent', receipt: 'delivered' }])
    for (let n = 0; n < 6; n++) {
      clock.advance(60_000)
      await runner.drain()
    }
    expect(await jobRows(db)).toEqual([])
  })
})
