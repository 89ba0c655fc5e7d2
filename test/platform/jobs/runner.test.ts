import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { enqueueJob } from '../../../src/platform/jobs/enqueue.ts'
import type { JobHandler } from '../../../src/platform/jobs/handler.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { sweepJobs } from '../../../src/platform/jobs/store.ts'
import type { JobsTables } from '../../../src/platform/jobs/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'

type JobRequest = Parameters<typeof enqueueJob>[2]
type JobRunnerOptions = Parameters<typeof createJobRunner>[2]

const statement = statementsOf<JobsTables>()
const allJobs = statement((db) => db.selectFrom('jobs').selectAll().orderBy('id'))
const clear = statement((db) => db.deleteFrom('jobs'))

onEachEngine('jobs', (place) => {
  let db: Database
  let clock: ManualClock
  let context: Context & { lines: string[] }

  beforeAll(async () => {
    db = await place().open()
  })
  beforeEach(async () => {
    await db.run(clear, {})
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterAll(() => db.close())

  function enqueue(job: JobRequest): Promise<boolean> {
    return db.write((tx) => enqueueJob(tx, context, job))
  }

  function createRunner(handlers: Record<string, JobHandler>, options?: JobRunnerOptions): JobRunner {
    return createJobRunner(context, handlers, options)
  }

  const neverEnds = () => new Promise<void>(() => {})

  it('asks twice in a look that finds nothing, however many kinds there are', async () => {
    let asked = 0
    const counted = new Proxy(db, {
      get(target, name) {
        const member = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          asked += 1
          return Reflect.apply(member, target, given)
        }
      },
    })
    const kinds = Array.from({ length: 20 }, (_, n) => `kind-${n}`)
    const ran: string[] = []
    const handlers = Object.fromEntries(
      kinds.map((kind) => [kind, { run: async () => void ran.push(kind) }] as const),
    )
    const recurring = kinds.map((kind) => ({
      kind: `again-${kind}`,
      everyMs: 60_000,
      run: async () => void ran.push(`again-${kind}`),
    }))
    const runner = createJobRunner({ ...context, database: counted }, handlers, { recurring })
    await runner.drain()
    expect(ran).toHaveLength(kinds.length)
    asked = 0
    await runner.tick()
    expect(asked).toBe(2)

    for (const kind of ['kind-3', 'kind-17']) await enqueue({ kind, payload: '' })
    ran.length = 0
    await runner.drain()
    expect(ran).toEqual(['kind-3', 'kind-17'])
  })

  it('hands a job to its handler, in order of age, and forgets it', async () => {
    const handled: [string, number][] = []
    const runner = createRunner({
      note: { run: async (text, { attempt }) => void handled.push([text, attempt]) },
    })
    for (const payload of ['a', 'b', 'c']) await enqueue({ kind: 'note', payload })
    await runner.drain()
    expect(handled).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ])
    expect(await db.all(allJobs, {})).toEqual([])
  })

  it('adds nothing when the transaction is rolled back', async () => {
    const refused = db.write(async (tx) => {
      await enqueueJob(tx, context, { kind: 'note', payload: 'a' })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await db.all(allJobs, {})).toEqual([])
  })

  it('starts a job when its time has come, not before', async () => {
    const handled: string[] = []
    const runner = createRunner({ note: { run: async (text) => void handled.push(text) } })
    await enqueue({ kind: 'note', payload: 'later', runAt: clock.now() + 1000 })
    clock.advance(999)
    await runner.drain()
    expect(handled).toEqual([])
    clock.advance(1)
    await runner.drain()
    expect(handled).toEqual(['later'])
  })

  it('seals a payload when asked, and opens it for the handler', async () => {
    const handled: string[] = []
    const runner = createRunner({ note: { run: async (text) => void handled.push(text) } })
    await enqueue({ kind: 'note', payload: '+15550100', sealed: true })
    const [stored] = await db.all(allJobs, {})
    expect(stored?.payload).not.toContain('5550100')
    await runner.drain()
    expect(handled).toEqual(['+15550100'])
  })

  it('adds one job under a key while it waits, and another once the first has started', async () => {
    const handled: string[] = []
    const runner = createRunner({
      sync: {
        async run(payload) {
          handled.push(payload)
          if (handled.length === 1) expect(await enqueue({ ...job, payload: 'second' })).toBe(true)
        },
      },
      other: { run: async (payload) => void handled.push(payload) },
    })
    const job = { kind: 'sync', payload: 'first', uniqueKey: 'x' }
    const added = await Promise.all([enqueue(job), enqueue(job), enqueue(job)])
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await enqueue({ ...job, kind: 'other', payload: 'of another kind' })).toBe(true)
    await runner.drain()
    expect(handled.sort()).toEqual(['first', 'of another kind', 'second'])
  })

  it('keeps to the concurrency of a kind', async () => {
    let running = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    const runner = createRunner({ note: { run, concurrency: 3 } })
    for (let n = 0; n < 10; n++) await enqueue({ kind: 'note', payload: `${n}` })
    await runner.drain()
    expect(most).toBe(3)
    expect(await db.all(allJobs, {})).toEqual([])
  })

  describe('after a failure', () => {
    it('waits twice as long each time, up to the cap, less a random part', async () => {
      const run = async () => {
        throw Object.assign(new Error('to +15550100'), { code: 'gateway-down' })
      }
      const runner = createRunner({ note: { run, maxAttempts: 20, longestWaitMs: 10_000 } })
      await enqueue({ kind: 'note', payload: 'a' })
      for (const longest of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
        await runner.drain()
        const [job] = await db.all(allJobs, {})
        const waitMs = (job?.run_at ?? 0) - clock.now()
        expect(waitMs).toBeGreaterThanOrEqual(longest / 2)
        expect(waitMs).toBeLessThanOrEqual(longest)
        expect(job).toMatchObject({ state: 'queued', last_error: 'gateway-down', lease_owner: null })
        clock.advance(waitMs)
      }
      expect(context.lines.join()).not.toContain('5550100')
    })

    it('fails for good after the last attempt, and says so once', async () => {
      const givenUp: string[] = []
      const attempts: number[] = []
      const runner = createRunner({
        note: {
          async run(_payload, { attempt }) {
            attempts.push(attempt)
            throw new Error('never')
          },
          maxAttempts: 3,
          onGivenUp: async (payload) => void givenUp.push(payload),
        },
      })
      await enqueue({ kind: 'note', payload: 'a', sealed: true })
      for (let n = 0; n < 6; n++) {
        await runner.drain()
        clock.advance(10_000)
      }
      expect(attempts).toEqual([1, 2, 3])
      expect(givenUp).toEqual(['a'])
      expect(await db.all(allJobs, {})).toMatchObject([{ state: 'failed', last_error: 'Error', attempts: 3 }])
      expect(await sweepJobs(db, clock.now())).toBe(0)
      clock.advance(31 * 24 * 3_600_000)
      expect(await sweepJobs(db, clock.now())).toBe(1)
    })

    it('lets no poisonous job block the others', async () => {
      const handled: string[] = []
      const runner = createRunner({
        poison: {
          concurrency: 1,
          run: async () => {
            throw new Error('poison')
          },
        },
        stuck: { run: neverEnds, concurrency: 2, timeoutMs: 5_000 },
        note: { concurrency: 1, run: async (text) => void handled.push(text) },
      })
      for (let n = 0; n < 5; n++) {
        await enqueue({ kind: 'poison', payload: `${n}` })
        await enqueue({ kind: 'stuck', payload: `${n}` })
        await enqueue({ kind: 'note', payload: `${n}` })
      }
      const readErrors = async () => (await db.all(allJobs, {})).map((job) => `${job.kind} ${job.last_error}`)
      const countPoison = async () => (await readErrors()).filter((code) => code === 'poison Error').length
      while (handled.length < 5 || (await countPoison()) < 5) {
        await runner.tick()
        await new Promise(setImmediate)
      }
      expect(handled).toEqual(['0', '1', '2', '3', '4'])
      clock.advance(5_001)
      await runner.tick()
      await runner.stop(0)
      expect((await readErrors()).filter((code) => code === 'stuck timed-out')).toHaveLength(2)
    })
  })

  describe('with a lease', () => {
    it('leaves a running job alone until the lease of a dead owner is over', async () => {
      const handled: string[] = []
      const dead = createRunner({ note: { run: neverEnds } }, { leaseMs: 30_000 })
      const alive = createRunner({ note: { run: async (text) => void handled.push(text) } })
      await enqueue({ kind: 'note', payload: 'a' })
      expect(await dead.tick()).toBe(1)
      clock.advance(29_999)
      await alive.drain()
      expect(handled).toEqual([])
      clock.advance(1)
      await alive.drain()
      expect(handled).toEqual(['a'])
      expect(await db.all(allJobs, {})).toEqual([])
    })

    it('renews the lease while a long handler runs', async () => {
      const handled: string[] = []
      const slow = createRunner({ note: { run: neverEnds, timeoutMs: 3_600_000 } }, { leaseMs: 30_000 })
      const other = createRunner({ note: { run: async (text) => void handled.push(text) } })
      await enqueue({ kind: 'note', payload: 'a' })
      await slow.tick()
      for (let n = 0; n < 10; n++) {
        clock.advance(20_000)
        await slow.tick()
        await other.drain()
      }
      expect(handled).toEqual([])
      await slow.stop(0)
    })

    it('takes nothing from the owner of today when the one of yesterday ends', async () => {
      let release = () => {}
      let aborted = false
      const run: JobHandler['run'] = (_payload, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        return new Promise<void>((resolve) => {
          release = resolve
        })
      }
      const late = createRunner({ note: { run, timeoutMs: 3_600_000 } }, { leaseMs: 30_000 })
      await enqueue({ kind: 'note', payload: 'a' })
      await late.tick()
      clock.advance(31_000)
      const today = createRunner({ note: { run: neverEnds } })
      expect(await today.tick()).toBe(1)
      release()
      await late.stop()
      expect(await db.all(allJobs, {})).toHaveLength(1)
      expect(aborted).toBe(false)
      await today.stop(0)
    })

    it('aborts a handler whose lease another runner took', async () => {
      const reasons: unknown[] = []
      const run: JobHandler['run'] = (_payload, { signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason.code))
        return neverEnds()
      }
      const late = createRunner({ note: { run, timeoutMs: 3_600_000 } }, { leaseMs: 30_000 })
      const next = createRunner({ note: { run: neverEnds } })
      await enqueue({ kind: 'note', payload: 'a' })
      await late.tick()
      clock.advance(31_000)
      await next.tick()
      await late.tick()
      expect(reasons).toEqual(['lease-lost'])
      await late.stop(0)
      await next.stop(0)
    })

    it('counts the starts that a process did not survive', async () => {
      const givenUp: string[] = []
      const onGivenUp = async (payload: string) => void givenUp.push(payload)
      await enqueue({ kind: 'note', payload: 'a' })
      let started = 0
      for (let n = 0; n < 3; n++) {
        const run = () => {
          started++
          return neverEnds()
        }
        await createRunner({ note: { run, maxAttempts: 3, onGivenUp } }).tick()
        clock.advance(31_000)
      }
      await createRunner({ note: { run: neverEnds, maxAttempts: 3, onGivenUp } }).drain()
      expect(started).toBe(3)
      expect(givenUp).toEqual(['a'])
      expect(await db.all(allJobs, {})).toMatchObject([{ state: 'failed', last_error: 'lease-lost' }])
    })
  })

  describe('when it is started', () => {
    it('starts a fresh job at once after the commit', async () => {
      const runner = createRunner(
        { note: { run: async (text) => resolveHandled(text) } },
        { pollMs: 3_600_000 },
      )
      let resolveHandled: (text: string) => void = () => {}
      const handled = new Promise<string>((resolve) => {
        resolveHandled = resolve
      })
      runner.start()
      await runner.tick()
      await enqueue({ kind: 'note', payload: 'a' })
      expect(await handled).toBe('a')
      await runner.stop()
    })

    it('finds a job of another process by polling', async () => {
      let resolveHandled: (text: string) => void = () => {}
      const handled = new Promise<string>((resolve) => {
        resolveHandled = resolve
      })
      const runner = createRunner({ note: { run: async (text) => resolveHandled(text) } }, { pollMs: 20 })
      runner.start()
      const other = await place().open()
      await other.write((tx) =>
        enqueueJob(tx, { ...context, database: other }, { kind: 'note', payload: 'from elsewhere' }),
      )
      expect(await handled).toBe('from elsewhere')
      await runner.stop()
      await other.close()
    })

    it('goes through more jobs than fit at once without waiting for the poll', async () => {
      const handled: string[] = []
      let resolveDone = () => {}
      const done = new Promise<void>((resolve) => {
        resolveDone = resolve
      })
      const run = async (text: string) => {
        handled.push(text)
        if (handled.length === 30) resolveDone()
      }
      const runner = createRunner({ note: { run, concurrency: 2 } }, { pollMs: 3_600_000 })
      runner.start()
      await db.write(async (tx) => {
        for (let n = 0; n < 30; n++) await enqueueJob(tx, context, { kind: 'note', payload: `${n}` })
      })
      await done
      await runner.stop()
      expect(await db.all(allJobs, {})).toEqual([])
    })

    it('finishes what runs when it stops, and gives back what takes too long', async () => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const runner = createRunner({ quick: { run: () => released }, stuck: { run: neverEnds } })
      await enqueue({ kind: 'quick', payload: 'a' })
      await enqueue({ kind: 'stuck', payload: 'b' })
      await runner.tick()
      const stopped = runner.stop(50)
      release()
      await stopped
      const left = await db.all(allJobs, {})
      expect(left).toMatchObject([{ kind: 'stuck', attempts: 0, lease_owner: null, last_error: null }])
      expect(await runner.tick()).toBe(0)
    })
  })
})
