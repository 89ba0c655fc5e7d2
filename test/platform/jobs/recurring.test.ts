import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import type { JobsTables } from '../../../src/platform/jobs/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'

const clear = statementsOf<JobsTables>()((db) => db.deleteFrom('recurring_jobs'))
const MINUTE = 60_000

onEachEngine('recurring jobs', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock
  let context: Context

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
  })
  beforeEach(async () => {
    await db.run(clear, {})
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterAll(async () => {
    await db.close()
    await other.close()
  })

  function createSweeper(run: () => Promise<void>, everyMs = MINUTE, database = db): JobRunner {
    return createJobRunner({ ...context, database }, {}, { recurring: [{ kind: 'sweep', everyMs, run }] })
  }

  it('run once a period, in one of the processes', async () => {
    let runs = 0
    const run = async () => void runs++
    const runners = [db, other, db, other].map((database) => createSweeper(run, MINUTE, database))
    for (let period = 1; period <= 5; period++) {
      await Promise.all(runners.map((runner) => runner.drain()))
      expect(runs).toBe(period)
      clock.advance(MINUTE - 1)
      await Promise.all(runners.map((runner) => runner.drain()))
      expect(runs).toBe(period)
      clock.advance(1)
    }
  })

  it('wait for a run that takes longer than the period, and for the lease of a dead owner', async () => {
    let runs = 0
    const hung = createSweeper(() => new Promise<void>(() => {}), 1_000)
    const next = createSweeper(async () => void runs++, 1_000)
    await hung.tick()
    clock.advance(5_000)
    await next.drain()
    expect(runs).toBe(0)
    clock.advance(20_000)
    await hung.tick()
    clock.advance(20_000)
    await next.drain()
    expect(runs).toBe(0)
    clock.advance(10_000)
    await next.drain()
    expect(runs).toBe(1)
  })

  it('run again in their time after a failure', async () => {
    let runs = 0
    const runner = createSweeper(async () => {
      runs++
      throw new Error('this time')
    })
    await runner.drain()
    await runner.drain()
    expect(runs).toBe(1)
    clock.advance(MINUTE)
    await runner.drain()
    expect(runs).toBe(2)
  })

  it('do not wait an hour when the wall clock is set back by one', async () => {
    let runs = 0
    const runner = createSweeper(async () => void runs++)
    await runner.drain()
    clock.set(clock.now() - 3_600_000)
    await runner.drain()
    expect(runs).toBe(2)
    await runner.drain()
    expect(runs).toBe(2)
  })
})
