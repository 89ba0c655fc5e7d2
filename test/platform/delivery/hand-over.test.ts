import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Database, Transaction } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import {
  type Channel,
  DeliveryRefused,
  type OutgoingMessage,
} from '../../../src/platform/delivery/channel.ts'
import { createDelivery } from '../../../src/platform/delivery/delivery.ts'
import { withFirstAttempts } from '../../../src/platform/delivery/first-attempts.ts'
import { MESSAGE_LEASE_MS } from '../../../src/platform/delivery/ledger.ts'
import { enqueueMessage, recoverMessages } from '../../../src/platform/delivery/messages.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'
import { clearDelivery, jobRows, messageRows } from './rows.ts'

onEachEngine('a message that is handed over as soon as it is committed', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock
  let context: ReturnType<typeof createTestContext<ManualClock>>
  const runners: JobRunner[] = []

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
    await migrate(db, migrations, () => 0)
  })
  beforeEach(async () => {
    await clearDelivery(db)
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop(0)))
  })
  afterAll(async () => void (await Promise.all([db.close(), other.close()])))

  const jobs = () => jobRows(db)
  const messages = () => messageRows(db)
  const only = async () => (await messages())[0]

  /** A process that looks for jobs when it is told to: nothing is found by its polls. */
  function startRunner(send: Channel['send'], { concurrency = 2, on = context } = {}): JobRunner {
    const channel: Channel = { name: 'test', concurrency, send }
    const channels = { sms: channel, voice: channel, email: channel, push: channel }
    const { handlers, firstAttempts } = createDelivery(on, { channels, renewMs: 3_600_000 })
    const runner = withFirstAttempts(createJobRunner(on, handlers, { pollMs: 3_600_000 }), firstAttempts)
    runner.start()
    runners.push(runner)
    return runner
  }

  const add = (tx: Transaction, text: string) =>
    enqueueMessage(tx, context, { channel: 'sms', to: '+15550100', text, purpose: 'test' })
  const enqueue = (text: string) => db.write((tx) => add(tx, text))
  /** One commit: each finds the room that there was before all of them. */
  const enqueueAtOnce = (...texts: string[]) =>
    db.write(async (tx) => {
      for (const text of texts) await add(tx, text)
    })

  /** Sends that wait until they are told how they end. */
  function heldSends() {
    const begun: { message: OutgoingMessage; end: () => void; fail: (error: Error) => void }[] = []
    const send: Channel['send'] = (message) =>
      new Promise((resolve, reject) => {
        begun.push({ message, end: () => resolve({}), fail: reject })
      })
    return { begun, send }
  }

  it('leaves without a job, and its text goes with it', async () => {
    const sent: OutgoingMessage[] = []
    const runner = startRunner(async (message) => {
      sent.push(message)
      expect(await jobs()).toEqual([])
      expect(await only()).toMatchObject({ lease_until: clock.now() + MESSAGE_LEASE_MS })
      return { reference: 'r1' }
    })
    const { id } = await enqueue('one')
    await runner.drain()
    expect(sent).toEqual([{ id, channel: 'sms', to: '+15550100', text: 'one', purpose: 'test' }])
    const closed = { state: 'sent', attempts: 1, text: null, recipient: null, lease_until: null }
    expect(await messages()).toMatchObject([{ id, ...closed, provider_reference: 'r1' }])
    expect(await jobs()).toEqual([])
  })

  it('does not leave where the transaction is rolled back', async () => {
    const send = vi.fn<Channel['send']>(async () => ({}))
    const runner = startRunner(send)
    const failing = db.write(async (tx) => {
      await add(tx, 'never')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await runner.drain()
    expect(send).not.toHaveBeenCalled()
    expect(await messages()).toEqual([])
  })

  it('gets a job when it fails, which counts the first start', async () => {
    const attempts: boolean[] = []
    const runner = startRunner(async () => {
      attempts.push(true)
      if (attempts.length === 1) throw new Error('down')
      return {}
    })
    await enqueue('again')
    await runner.drain()
    expect(await jobs()).toMatchObject([{ kind: 'deliver-sms', attempts: 1, last_error: 'Error' }])
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1, lease_until: null })
    clock.advance(1_000)
    await runner.drain()
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await jobs()).toEqual([])
  })

  it('is over at once when it is refused', async () => {
    const runner = startRunner(() => Promise.reject(new DeliveryRefused('no-such-number')))
    await enqueue('refused')
    await runner.drain()
    expect(await only()).toMatchObject({ state: 'failed', attempts: 1, text: null, lease_until: null })
    expect(await jobs()).toEqual([])
  })

  it('waits for room in the order of the commits, and is a job where there is none', async () => {
    const { begun, send } = heldSends()
    const runner = startRunner(send)
    await enqueueAtOnce('1', '2', '3', '4')
    await enqueue('5')
    expect(begun.map(({ message }) => message.text)).toEqual(['1', '2'])
    expect(await jobs()).toHaveLength(1)
    for (let turn = 0; turn < 5; turn++) {
      await vi.waitFor(() => expect(begun[turn]).toBeDefined())
      begun[turn]?.end()
    }
    await runner.drain()
    expect(begun.map(({ message }) => message.text)).toEqual(['1', '2', '3', '4', '5'])
    expect(await messages()).toMatchObject(Array(5).fill({ state: 'sent' }))
    expect(await jobs()).toEqual([])
  })

  it('stays with its process while that runs, however long it takes', async () => {
    const { begun, send } = heldSends()
    const runner = startRunner(send)
    await enqueue('slow')
    for (let turn = 0; turn < 3; turn++) {
      clock.advance(MESSAGE_LEASE_MS * 0.7)
      await runner.tick()
      expect(await recoverMessages(context)).toBe(0)
    }
    begun[0]?.end()
    await runner.drain()
    expect(begun).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'sent' })
  })

  it('is taken over, once, from a process that died', async () => {
    const { begun, send } = heldSends()
    startRunner(send)
    await enqueue('stranded')
    expect(begun).toHaveLength(1)
    expect(await recoverMessages(context)).toBe(0)
    clock.advance(MESSAGE_LEASE_MS)
    const elsewhere = createTestContext(other, clock)
    await Promise.all(Array.from({ length: 5 }, () => recoverMessages(elsewhere)))
    expect(await jobs()).toHaveLength(1)
    const sent: string[] = []
    const survivor = startRunner(
      async ({ text }) => {
        sent.push(text)
        return {}
      },
      { on: elsewhere },
    )
    await survivor.drain()
    expect(sent).toEqual(['stranded'])
    expect(await only()).toMatchObject({ state: 'sent' })
    // What was dead lives after all, and fails: the message is somebody else's.
    begun[0]?.fail(new Error('too late'))
    await vi.waitFor(() =>
      expect(context.lines.join()).toContain('sending a message took longer than its lease'),
    )
    expect(await jobs()).toEqual([])
    expect(await only()).toMatchObject({ state: 'sent', lease_until: null })
  })

  it('is cut short where its lease was lost', async () => {
    const { begun, send } = heldSends()
    const runner = startRunner(send)
    await enqueue('lost')
    clock.advance(MESSAGE_LEASE_MS)
    await recoverMessages(createTestContext(other, clock))
    await runner.tick()
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    begun[1]?.end()
    await runner.drain()
    expect(await only()).toMatchObject({ state: 'sent' })
    expect(await jobs()).toEqual([])
  })

  it('is given back by a process that stops, whether it had begun or not', async () => {
    const { begun, send } = heldSends()
    const runner = startRunner(send)
    await enqueueAtOnce('1', '2', '3')
    expect(begun).toHaveLength(2)
    await runner.stop(0)
    expect((await jobs()).map(({ attempts }) => attempts)).toEqual([0, 0, 0])
    expect(await messages()).toMatchObject(Array(3).fill({ state: 'queued', lease_until: null }))
    await enqueue('4')
    expect(await jobs()).toHaveLength(4)
  })
})
