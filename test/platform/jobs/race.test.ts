import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../../src/kernel/database/statement.ts'
import { enqueueJob } from '../../../src/platform/jobs/enqueue.ts'
import { createJobRunner } from '../../../src/platform/jobs/runner.ts'
import type { JobsTables } from '../../../src/platform/jobs/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createMeeting } from '../../meeting.ts'
import { createTestContext } from '../changes/context.ts'

const JOBS = 200
const RUNNERS = 4

const statement = statementsOf<JobsTables>()
const clear = statement((db) => db.deleteFrom('jobs'))
const count = statement((db) => db.selectFrom('jobs').select((eb) => eb.fn.countAll<number>().as('jobs')))
const chooseUnguarded = statement((db) =>
  db.selectFrom('jobs').select('id').where('lease_owner', 'is', null).orderBy('id').limit(8),
)

onEachEngine('four runners on one database', (place) => {
  const databases: Database[] = []
  const contexts: Context[] = []

  beforeAll(async () => {
    for (let n = 0; n < RUNNERS; n++) databases.push(await place().open())
    contexts.push(...databases.map((database) => createTestContext(database, systemClock)))
  })
  beforeEach(async () => {
    const [context] = contexts
    if (context === undefined) throw new Error('no context')
    await context.database.run(clear, {})
    await context.database.write(async (tx) => {
      for (let n = 0; n < JOBS; n++) await enqueueJob(tx, context, { kind: 'note', payload: `${n}` })
    })
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
  })

  it('handle each of 200 jobs exactly once', async () => {
    const handled: string[] = []
    const handledBy = new Set<number>()
    const runners = contexts.map((context, runner) =>
      createJobRunner(context, {
        note: {
          async run(payload) {
            handled.push(payload)
            handledBy.add(runner)
            await new Promise(setImmediate)
          },
        },
      }),
    )
    // A runner that chose what another one claims finds nothing: it looks again until the table is empty.
    const work = async (runner: (typeof runners)[number], db: Database) => {
      while ((await db.first(count, {}))?.jobs !== 0) {
        await runner.drain()
        await new Promise(setImmediate)
      }
    }
    await Promise.all(runners.map((runner, n) => work(runner, databases[n] as Database)))
    expect(handled).toHaveLength(JOBS)
    expect(new Set(handled).size).toBe(JOBS)
    expect(handledBy.size).toBeGreaterThan(1)
  })

  it('handle some twice without the guard of the lease: the control', async () => {
    const handled: string[] = []
    const meet = createMeeting(RUNNERS)
    const work = async (db: Database) => {
      for (;;) {
        const chosen = (await db.all(chooseUnguarded, {})).map((job) => job.id)
        await meet()
        if (chosen.length === 0) return
        await db.run(
          statementOnce<JobsTables, unknown>((builder) =>
            builder.updateTable('jobs').set({ lease_owner: 'anyone' }).where('id', 'in', chosen),
          ),
          {},
        )
        handled.push(...chosen)
      }
    }
    await Promise.all(databases.map(work))
    expect(new Set(handled).size).toBe(JOBS)
    expect(handled.length).toBeGreaterThan(JOBS)
  })
})
