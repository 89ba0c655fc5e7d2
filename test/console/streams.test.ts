import { expect, it } from 'vitest'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import { insertOutput } from '../../src/platform/tasks/store.ts'
import type { TaskTables } from '../../src/platform/tasks/tables.ts'
import { onEachApp } from '../harness.ts'
import { signedIn } from './operations.ts'

const CHUNKS = 80
const chunk = 'x'.repeat(262_144)

onEachApp('what the console sends bit by bit', (running) => {
  it('is never a stream of events, which would outlive a session', () => {
    const rows = running()
      .app.apis.filter(({ onlyFrom }) => onlyFrom !== undefined)
      .flatMap(({ operations }) => Object.values(operations))
    const types = rows.flatMap(({ answers }) =>
      Object.values(answers).flatMap(({ contentType, otherTypes = [] }) => [contentType, ...otherTypes]),
    )
    expect(types).toContain('text/csv')
    expect(types).not.toContain('text/event-stream')
  })

  async function startLongDownload() {
    const { api, operator } = await signedIn(running(), { role: 'read-only' })
    const { taskId } = (await api.exportAudit({ body: {} })).body
    await running().app.background.drain()
    const { database } = running().app.context
    await database.run(
      statementOnce<TaskTables, unknown>((db) => db.deleteFrom('task_outputs').where('task_id', '=', taskId)),
      {},
    )
    await database.write(async (tx) => {
      for (let seq = 0; seq < CHUNKS; seq++) await insertOutput(tx, { id: taskId, seq, text: chunk })
    })
    const { cookie = '' } = operator.headers
    const url = `${running().url}/console/api/tasks/${taskId}/output`
    const answer = await fetch(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect(answer.status).toBe(200)
    const reader = answer.body?.getReader()
    if (reader === undefined) throw new Error('there is a file')
    let length = (await reader.read()).value?.length ?? 0
    const readOn = async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return length
        length += value.length
      }
    }
    return { api, operator, readOn }
  }

  it('goes on to its end while the session lives', async () => {
    const { readOn } = await startLongDownload()
    expect(await readOn()).toBe(CHUNKS * chunk.length)
  })

  it('breaks off where the operator has signed out', async () => {
    const { api, readOn } = await startLongDownload()
    await api.signOut({})
    await expect(readOn()).rejects.toThrow()
  })

  it('breaks off where the operator was disabled', async () => {
    const { operator, readOn } = await startLongDownload()
    const owner = await signedIn(running())
    await owner.api.changeOperator({ params: { operatorId: operator.id }, body: { disabled: true } })
    await expect(readOn()).rejects.toThrow()
  })
})
