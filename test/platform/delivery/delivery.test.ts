import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { type Channel, DeliveryRefused, offChannel } from '../../../src/platform/delivery/channel.ts'
import { createDelivery } from '../../../src/platform/delivery/delivery.ts'
import { withFirstAttempts } from '../../../src/platform/delivery/first-attempts.ts'
import { enqueueMessage } from '../../../src/platform/delivery/messages.ts'
import { createOutboxChannel, readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { sweepMessages } from '../../../src/platform/delivery/store.ts'
import type { DeliveryTables } from '../../../src/platform/delivery/tables.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import type { JobsTables } from '../../../src/platform/jobs/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'
import { clearDelivery, jobRows, messageRows } from './rows.ts'

type MessageRequest = Parameters<typeof enqueueMessage>[2]
type JobRunnerOptions = Parameters<typeof createJobRunner>[2]

const statement = statementsOf<DeliveryTables & JobsTables>()
const setAttempts = statement((db, p: { attempts: number }) =>
  db.updateTable('jobs').set({ attempts: p.attempts }),
)
const setContent = statement((db, p: { recipient: string; text: string }) =>
  db.updateTable('messages').set({ recipient: p.recipient, text: p.text }),
)

const code: MessageRequest = {
  channel: 'sms',
  to: '+15550100',
  text: 'Your code is 123456',
  purpose: 'sign-in-code',
}

onEachEngine('delivery', (place) => {
  let db: Database
  let clock: ManualClock
  let context: Context & { lines: string[] }

  beforeAll(async () => {
    db = await place().open()
    await migrate(db, migrations, () => 0)
  })
  beforeEach(async () => {
    await clearDelivery(db)
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterAll(() => db.close())

  function enqueue(message: MessageRequest): Promise<{ id: string; fresh: boolean }> {
    return db.write((tx) => enqueueMessage(tx, context, message))
  }

  function createRunner(channel: Channel, options?: JobRunnerOptions): JobRunner {
    const channels = { sms: channel, voice: channel, email: channel, push: channel }
    const { handlers, firstAttempts } = createDelivery(context, { channels })
    return withFirstAttempts(createJobRunner(context, handlers, options), firstAttempts)
  }

  function createChannel(send: Channel['send']): Channel {
    return { name: 'test', send }
  }

  it('hands a message over once, then forgets the address and the text', async () => {
    const sent: unknown[] = []
    const runner = createRunner(
      createChannel(async (message) => {
        sent.push(message)
        return { reference: 'provider-1' }
      }),
    )
    const { id } = await enqueue(code)
    const [queued] = await messageRows(db)
    const everything = JSON.stringify([queued, await jobRows(db)])
    expect(everything).not.toMatch(/5550100|123456/)
    clock.advance(10)
    await runner.drain()
    await runner.drain()
    expect(sent).toEqual([{ id, ...code }])
    expect(await messageRows(db)).toMatchObject([
      {
        id,
        state: 'sent',
        recipient: null,
        text: null,
        attempts: 1,
        provider_reference: 'provider-1',
        sent_at: clock.now(),
      },
    ])
    expect(await jobRows(db)).toEqual([])
    expect(context.lines.join()).not.toMatch(/5550100|123456/)
  })

  it('sends a message that an earlier version wrote, with its address apart from its text', async () => {
    const sent: unknown[] = []
    const runner = createRunner(
      createChannel(async (message) => {
        sent.push(message)
        return {}
      }),
    )
    const { id } = await enqueue(code)
    const { vault } = context
    const recipient = vault.seal('delivery/recipient', '+15550177')
    await db.run(setContent, { recipient, text: vault.seal('delivery/text', 'Your code is 7') })
    await runner.drain()
    expect(sent).toEqual([{ ...code, id, to: '+15550177', text: 'Your code is 7' }])
    expect(await messageRows(db)).toMatchObject([{ state: 'sent', recipient: null, text: null }])
  })

  it('sends one message for an idempotency key, however many ask at once', async () => {
    const sent: string[] = []
    const runner = createRunner(
      createChannel(async ({ id }) => {
        sent.push(id)
        return {}
      }),
    )
    const message = { ...code, idempotencyKey: 'send to +15550100' }
    const asked = await Promise.all(Array.from({ length: 20 }, () => enqueue(message)))
    expect(asked.filter(({ fresh }) => fresh)).toHaveLength(1)
    await runner.drain()
    expect(await enqueue(message)).toMatchObject({ fresh: false })
    expect((await enqueue({ ...code, idempotencyKey: 'another' })).fresh).toBe(true)
    await runner.drain()
    expect(sent).toHaveLength(2)
    expect(new Set(asked.map(({ id }) => id))).toEqual(new Set([sent[0]]))
    expect(JSON.stringify(await messageRows(db))).not.toContain('5550100')
  })

  it('sends nothing for a transaction that is rolled back', async () => {
    const refused = db.write(async (tx) => {
      await enqueueMessage(tx, context, code)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await messageRows(db)).toEqual([])
    expect(await jobRows(db)).toEqual([])
  })

  it('tries again after a failure of the provider, until it takes the message', async () => {
    let attempts = 0
    const runner = createRunner(
      createChannel(async () => {
        if (++attempts < 4) throw new Error('503 for +15550100')
        return {}
      }),
    )
    await enqueue(code)
    for (let n = 1; n < 4; n++) {
      await runner.drain()
      expect(await messageRows(db)).toMatchObject([{ state: 'queued', attempts: n }])
      clock.advance(5_000)
    }
    await runner.drain()
    expect(await messageRows(db)).toMatchObject([{ state: 'sent', attempts: 4 }])
    expect(context.lines.join()).not.toContain('5550100')
  })

  it('never sends a message that has expired', async () => {
    const sent: string[] = []
    const runner = createRunner(
      createChannel(async ({ text }) => {
        sent.push(text)
        return {}
      }),
    )
    await enqueue({ ...code, text: 'late', expiresAt: clock.now() + 1000 })
    await enqueue({ ...code, text: 'in time', expiresAt: clock.now() + 1001 })
    clock.advance(1000)
    await runner.drain()
    expect(sent).toEqual(['in time'])
    expect(await messageRows(db)).toMatchObject([
      { state: 'expired', recipient: null, text: null, attempts: 0, sent_at: null },
      { state: 'sent' },
    ])
  })

  it('gives a refused message up at once', async () => {
    let attempts = 0
    const runner = createRunner(
      createChannel(async () => {
        attempts++
        throw new DeliveryRefused('number-unreachable')
      }),
    )
    await enqueue(code)
    await runner.drain()
    clock.advance(3_600_000)
    await runner.drain()
    expect(attempts).toBe(1)
    expect(await messageRows(db)).toMatchObject([{ state: 'failed', recipient: null, text: null }])
    expect(context.lines.join()).toContain('number-unreachable')
  })

  it('sends nothing on a channel that is off', async () => {
    const runner = createRunner(offChannel)
    await enqueue(code)
    await runner.drain()
    expect(await messageRows(db)).toMatchObject([{ state: 'failed', recipient: null, text: null }])
    expect(context.lines.join()).toContain('channel-off')
  })

  it('erases a message that no attempt got rid of', async () => {
    const runner = createRunner(
      createChannel(async () => {
        throw new Error('down')
      }),
    )
    await enqueue({ ...code, expiresAt: Number.MAX_SAFE_INTEGER })
    await db.run(setAttempts, { attempts: 298 })
    await runner.drain()
    expect(await messageRows(db)).toMatchObject([{ state: 'queued', attempts: 299 }])
    clock.advance(5 * 60_000)
    await runner.drain()
    expect(await messageRows(db)).toMatchObject([{ state: 'failed', recipient: null, text: null }])
    expect(await sweepMessages(db, clock.now())).toBe(0)
    clock.advance(31 * 24 * 3_600_000)
    expect(await sweepMessages(db, clock.now())).toBe(1)
  })

  it('does not let a provider that hangs hold up another channel', async () => {
    const hangs = createChannel(() => new Promise(() => {}))
    let tellSent: (text: string) => void = () => {}
    const sent = new Promise<string>((resolve) => {
      tellSent = resolve
    })
    const works = createChannel(async ({ text }) => {
      tellSent(text)
      return {}
    })
    const channels = { sms: hangs, voice: hangs, email: works, push: works }
    const runner = createJobRunner(context, createDelivery(context, { channels }).handlers)
    for (let n = 0; n < 40; n++) await enqueue(code)
    await enqueue({ ...code, channel: 'email', text: 'by e-mail' })
    await runner.tick()
    expect(await sent).toBe('by e-mail')
    await runner.stop(0)
  })

  it('has a message in the outbox right after the commit, without waiting for a poll', async () => {
    const path = join(place().dataFolder, 'outbox.jsonl')
    const runner = createRunner(createOutboxChannel({ path, clock }), { pollMs: 3_600_000 })
    runner.start()
    await runner.tick()
    await enqueue(code)
    let messages = await readOutbox(path)
    while (messages.length === 0) messages = await readOutbox(path)
    const { channel, to, text, purpose } = code
    expect(messages).toEqual([{ at: new Date(clock.now()).toISOString(), channel, to, text, purpose }])
    await runner.stop()
  })
})
