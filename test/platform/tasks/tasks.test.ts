import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import { Problem } from '../../../src/kernel/contract/problem.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { enqueueJob } from '../../../src/platform/jobs/enqueue.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { createTaskHandler, type TaskHandler } from '../../../src/platform/tasks/handler.ts'
import { listTasks, sweepTasks } from '../../../src/platform/tasks/store.ts'
import type { TaskRow, TaskTables } from '../../../src/platform/tasks/tables.ts'
import { cancelTask, findTask, readTaskOutput, startTask } from '../../../src/platform/tasks/tasks.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'

type Request = Parameters<typeof startTask>[2]

const statement = statementsOf<TaskTables>()
const clearTasks = statement((db) => db.deleteFrom('tasks'))
const clearOutputs = statement((db) => db.deleteFrom('task_outputs'))
const allOutputs = statement((db) => db.selectFrom('task_outputs').selectAll().orderBy('seq'))
const clearJobs = statementsOf<{ jobs: { id: string } }>()((db) => db.deleteFrom('jobs'))

const DAY = 24 * 3_600_000
const principal = { keyId: 'k', organisationId: 'a', applicationId: undefined, scopes: [] }
const reach = { organisationId: 'a', everywhere: false, scopes: [] }
const page = { states: [], before: null, limit: 10 }

onEachEngine('tasks', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock
  let context: Context & { lines: string[] }

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
  })
  beforeEach(async () => {
    for (const clear of [clearTasks, clearOutputs, clearJobs]) await db.run(clear, {})
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterAll(async () => {
    await db.close()
    await other.close()
  })

  function start(task: Partial<Request> = {}): Promise<string> {
    const request = { organisationId: 'a', principal, kind: 'count', title: 'Count', payload: { to: 3 } }
    return db.write((tx) => startTask(tx, context, { ...request, ...task }))
  }

  function runnerOf(run: TaskHandler['run'], database = db): JobRunner {
    return createJobRunner(
      { ...context, database },
      createTaskHandler({ ...context, database }, { count: { run } }),
    )
  }

  async function read(id: string): Promise<TaskRow> {
    const row = await findTask(db, reach, id)
    if (row === undefined) throw new Error('there is no such task')
    return row
  }

  async function outputOf(id: string): Promise<string> {
    const chunks = []
    for await (const chunk of readTaskOutput(db, id)) chunks.push(chunk)
    return chunks.join('')
  }

  it('runs with its payload, and keeps progress, result and file', async () => {
    const id = await start({ file: { name: 'a.csv', type: 'text/csv' } })
    expect(await read(id)).toMatchObject({ state: 'queued', actor: 'api-key:k', done: 0, total: null })
    await runnerOf(async ({ payload }, report) => {
      await report.write('one\n')
      await report.progress(1, 2)
      await report.write('two\n')
      return { seen: payload }
    }).drain()
    expect(await read(id)).toMatchObject({
      state: 'done',
      done: 1,
      total: 2,
      result: '{"seen":{"to":3}}',
      payload: '',
      file_name: 'a.csv',
    })
    expect(await outputOf(id)).toBe('one\ntwo\n')
  })

  it('keeps the payload sealed while it waits', async () => {
    const id = await start({ payload: { address: 'someone@example.org' } })
    expect((await read(id)).payload).not.toContain('someone')
  })

  it('starts nothing where the transaction is rolled back', async () => {
    const request = { organisationId: 'a', principal, kind: 'count', title: 'Count', payload: {} }
    const lost = db.write(async (tx) => {
      await startTask(tx, context, request)
      throw new Error('no')
    })
    await expect(lost).rejects.toThrow('no')
    expect(await listTasks(db, { ...reach, ...page })).toEqual([])
  })

  it('goes on at its checkpoint after a crash, and writes nothing twice', async () => {
    const id = await start()
    const dying = runnerOf(async (_task, report) => {
      await report.write('a')
      await report.checkpoint('1')
      clock.advance(1_000)
      await report.write('b'.repeat(300_000))
      await new Promise(() => {})
    })
    await dying.tick()
    await until(
      async () => (await read(id)).checkpoint === '1' && (await db.all(allOutputs, {})).length === 2,
    )
    clock.advance(40_000)
    let from: string | undefined
    await runnerOf(async ({ checkpoint }, report) => {
      from = checkpoint
      await report.write('c')
    }, other).drain()
    expect(from).toBe('1')
    expect(await outputOf(id)).toBe('ac')
    expect((await read(id)).state).toBe('done')
  })

  it('lets go of a start that has lost it: what that one reports changes nothing', async () => {
    const id = await start()
    const [begun, gate, reported] = [deferred(), deferred(), deferred()]
    const outcome: unknown[] = []
    const slow = runnerOf(async (_task, report) => {
      begun.resolve()
      await gate.promise
      clock.advance(1_000)
      await report.progress(9, 9).catch((error: Error) => outcome.push(error.name))
      await report.write('late').catch((error: Error) => outcome.push(error.name))
      reported.resolve()
    })
    await slow.tick()
    await begun.promise
    clock.advance(40_000)
    await runnerOf(async (_task, report) => void (await report.write('in time')), other).drain()
    gate.resolve()
    // The runner would notice the loss too, and abort the start before it reports.
    await reported.promise
    await slow.drain()
    expect(outcome).toEqual(['TaskTaken', 'TaskTaken'])
    expect(await read(id)).toMatchObject({ state: 'done', done: 0 })
    expect(await outputOf(id)).toBe('in time')
  })

  it('takes the reports of the start that holds it, while both still run', async () => {
    const id = await start()
    const [begun, first, second] = [deferred(), deferred(), deferred()]
    const outcome: string[] = []
    const slow = runnerOf(async (_task, report) => {
      begun.resolve()
      await first.promise
      clock.advance(1_000)
      await report.progress(9, 9).catch((error: Error) => outcome.push(error.name))
    })
    await slow.tick()
    await begun.promise
    clock.advance(40_000)
    const next = runnerOf(async (_task, report) => {
      await report.progress(1, 2)
      await second.promise
    }, other)
    await next.tick()
    await until(async () => (await read(id)).done === 1)
    first.resolve()
    await until(async () => outcome.length === 1)
    expect(outcome).toEqual(['TaskTaken'])
    expect(await read(id)).toMatchObject({ state: 'running', done: 1, total: 2 })
    second.resolve()
    await next.drain()
    await slow.drain()
    expect(await read(id)).toMatchObject({ state: 'done', done: 1, total: 2 })
  })

  it('runs once however many runners look', async () => {
    let runs = 0
    const run = async () => void runs++
    for (let n = 0; n < 10; n++) await start()
    await Promise.all([db, other, db, other].map((database) => runnerOf(run, database).drain()))
    expect(runs).toBe(10)
  })

  it('waits for a process that knows its kind, however often others look', async () => {
    const id = await start({ kind: 'newer' })
    const older = runnerOf(async () => 'never')
    for (let look = 0; look < 20; look++) {
      await older.drain()
      clock.advance(60_000)
    }
    expect(await read(id)).toMatchObject({ state: 'queued', started_at: null, run: null })
    const newer = createTaskHandler(context, { newer: { run: async () => 'known' } })
    await createJobRunner(context, newer).drain()
    expect(await read(id)).toMatchObject({ state: 'done', result: '"known"' })
  })

  it('runs as well where a job of an earlier release names it', async () => {
    const ids = [await start(), await start({ kind: 'newer' })]
    await db.run(clearJobs, {})
    await db.write(async (tx) => {
      for (const payload of ids) await enqueueJob(tx, context, { kind: 'task', payload })
    })
    await runnerOf(async () => 'run').drain()
    expect((await Promise.all(ids.map(read))).map(({ state }) => state)).toEqual(['done', 'queued'])
    const newer = createTaskHandler(context, { newer: { run: async () => 'run' } })
    await createJobRunner(context, newer).drain()
    expect((await Promise.all(ids.map(read))).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  it('is cancelled while it waits, and never runs', async () => {
    let runs = 0
    const id = await start()
    expect(await cancelTask(context, id, 'operator:o')).toBe(true)
    expect(await cancelTask(context, id, 'operator:o')).toBe(false)
    await runnerOf(async () => void runs++).drain()
    expect(runs).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'cancelled', payload: '' })
  })

  it('is cancelled while it runs: its signal aborts at the next step', async () => {
    const id = await start()
    let aborted = false
    const runner = runnerOf(async (_task, report) => {
      await report.progress(1, 10)
      await cancelTask(context, id, 'operator:o')
      clock.advance(1_000)
      await report.progress(2, 10).finally(() => {
        aborted = report.signal.aborted
      })
    })
    await runner.drain()
    expect(aborted).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'cancelled', done: 1 })
  })

  it('fails at once with the text of a refusal', async () => {
    const id = await start()
    await runnerOf(async () => {
      throw new Problem('full', { status: 409, title: 'Full', detail: 'The list is full.' })
    }).drain()
    expect(await read(id)).toMatchObject({ state: 'failed', failure: 'The list is full.' })
  })

  it('is tried again after another error, and tells nobody its text', async () => {
    const id = await start()
    let runs = 0
    const runner = runnerOf(async () => {
      runs++
      throw new Error('the secret is hunter2')
    })
    for (let n = 0; n < 10; n++) {
      await runner.drain()
      clock.advance(20_000)
    }
    expect(runs).toBe(6)
    const row = await read(id)
    expect(row.state).toBe('failed')
    expect(JSON.stringify(row) + context.lines.join('')).not.toContain('hunter2')
  })

  it('stores progress a few times a second at most', async () => {
    const id = await start()
    const seen: number[] = []
    await runnerOf(async (_task, report) => {
      for (let n = 1; n <= 50; n++) {
        clock.advance(20)
        await report.progress(n, 50)
        seen.push((await read(id)).done)
      }
    }).drain()
    expect(new Set(seen).size).toBeLessThanOrEqual(4)
    expect((await read(id)).done).toBe(50)
  })

  it('is given back at once when the process stops, and finishes elsewhere', async () => {
    const id = await start()
    const stopping = runnerOf(async (_task, report) => {
      await report.checkpoint('half')
      await new Promise(() => {})
    })
    await stopping.tick()
    await until(async () => (await read(id)).checkpoint === 'half')
    await stopping.stop()
    await runnerOf(async ({ checkpoint }) => checkpoint, other).drain()
    expect(await read(id)).toMatchObject({ state: 'done', result: '"half"' })
  })

  it('is seen by its organisation, by its scope, and by those who see the whole server', async () => {
    const own = await start()
    const server = await start({ organisationId: undefined, scope: 'audit:read' })
    const list = async (of: object) =>
      (await listTasks(db, { ...reach, ...of, ...page })).map((row) => row.id)
    const everywhere = { everywhere: true, scopes: ['audit:read'] }
    expect(await list({})).toEqual([own])
    expect(await list({ organisationId: 'b' })).toEqual([])
    expect(await list({ everywhere: true })).toEqual([own])
    expect(await list(everywhere)).toEqual([server, own])
    expect(await findTask(db, { ...reach, organisationId: 'b' }, own)).toBeUndefined()
    expect(await findTask(db, { ...reach, scopes: ['audit:read'] }, server)).toBeUndefined()
    expect(await findTask(db, { ...reach, ...everywhere }, server)).toMatchObject({ id: server })
  })

  it('loses its file after a day and goes after a month', async () => {
    const id = await start()
    await runnerOf(async (_task, report) => void (await report.write('x'))).drain()
    clock.advance(DAY)
    await sweepTasks(db, clock.now())
    expect(await outputOf(id)).toBe('x')
    clock.advance(1)
    await sweepTasks(db, clock.now())
    expect(await outputOf(id)).toBe('')
    clock.advance(29 * DAY)
    await sweepTasks(db, clock.now())
    expect(await findTask(db, reach, id)).toBeUndefined()
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(setImmediate)
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
