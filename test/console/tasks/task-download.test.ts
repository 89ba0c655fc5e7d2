import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { insertOutput, storeEndOfAny } from '../../../src/platform/tasks/store.ts'
import type { TaskTables } from '../../../src/platform/tasks/tables.ts'
import { startTask } from '../../../src/platform/tasks/tasks.ts'
import { operatorOf } from '../../console.ts'
import { onEachApp } from '../../harness.ts'
import { gauge } from '../../issuer/scene.ts'

/** More than the buffers of both ends of a connection hold, by far. */
const CHUNKS = 160
const KEPT = 120
const CHUNK = `${'x'.repeat(262_142)}\r\n`

const statement = statementsOf<TaskTables>()
const dropChunks = statement((db, p: { id: string; from: number }) =>
  db.deleteFrom('task_outputs').where('task_id', '=', p.id).where('seq', '>=', p.from),
)
const readChunk = statement((db, p: { id: string }) =>
  db.selectFrom('task_outputs').select('seq').where('task_id', '=', p.id).where('seq', '=', 0),
)

onEachApp('the file of a task, and a reader who stops reading', (running) => {
  async function finishedTask() {
    const { context } = running().app
    const { id: operatorId, headers, organisationId } = await operatorOf(running())
    const operator = { id: operatorId, role: 'owner', everywhere: true }
    const principal = { keyId: 's', organisationId, applicationId: undefined, scopes: [], operator }
    const file = { name: 'long.csv', type: 'text/csv' }
    const task = { organisationId, principal, kind: 'idle', title: 'Long', payload: {}, file }
    const id = await context.database.write((tx) => startTask(tx, context, task))
    for (let seq = 0; seq < CHUNKS; seq++)
      await context.database.write((tx) => insertOutput(tx, { id, seq, text: CHUNK }))
    const now = context.clock.now()
    await storeEndOfAny(context.database, { id, state: 'done', result: null, failure: null, now })
    return { id, headers }
  }

  /** The answer, of which nothing is read yet. */
  function open({ id, headers }: { id: string; headers: Readonly<Record<string, string>> }) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${running().url}/console/api/tasks/${id}/output`
      get(url, { headers, agent: false }, (answer) => resolve(answer.pause())).once('error', reject)
    })
  }

  /** As long as the server takes for the whole file, if it does not wait for the reader. */
  async function pass(id: string): Promise<void> {
    for (let turn = 0; turn < 6 * CHUNKS; turn++) {
      await running().app.context.database.first(readChunk, { id })
      await setImmediate()
    }
  }

  /** The bytes of a file of which the last chunks are gone before anything is read. */
  async function readLate(): Promise<number> {
    const task = await finishedTask()
    const answer = await open(task)
    expect(answer.statusCode).toBe(200)
    await pass(task.id)
    await running().app.context.database.run(dropChunks, { id: task.id, from: KEPT })
    let size = 0
    for await (const part of answer) size += (part as Buffer).length
    return size
  }

  it('is read from the storage no faster than it is taken', async () => {
    expect(await readLate()).toBe(KEPT * CHUNK.length)
  })

  it('is all in memory where nothing holds the server back (the control)', async () => {
    const { from } = Readable
    const spy = vi
      .spyOn(Readable, 'from')
      .mockImplementation((chunks) => from.call(Readable, chunks, { highWaterMark: CHUNKS }))
    onTestFinished(() => spy.mockRestore())
    expect(await readLate()).toBe(CHUNKS * CHUNK.length)
  })

  it('is let go of when the reader goes', async () => {
    const task = await finishedTask()
    const answer = await open(task)
    await pass(task.id)
    // The question itself is one of those that are being answered.
    expect(await gauge(running(), 'lanyard_http_in_flight')).toBe(2)
    answer.destroy()
    await expect.poll(() => gauge(running(), 'lanyard_http_in_flight')).toBe(1)
    expect(running().logLines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
  })
})
