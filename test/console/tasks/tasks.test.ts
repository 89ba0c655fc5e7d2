import { expect, it } from 'vitest'
import { startTask } from '../../../src/platform/tasks/tasks.ts'
import { onEachApp } from '../../harness.ts'
import { newName, signedIn } from '../operations.ts'
import { refusalOf } from '../wire.ts'

const DAY_MS = 24 * 3_600_000

onEachApp('tasks in the console', (running) => {
  const missing = { params: { taskId: '0190f000-0000-7000-8000-000000000000' } }

  /** A task of a kind that nobody runs: it waits. */
  async function startIdle(
    owner: { id: string; organisationId: string },
    scopes: { scope?: string; startScope?: string } = {},
  ): Promise<string> {
    const { context } = running().app
    const operator = { id: owner.id, role: 'owner', everywhere: true }
    const principal = { keyId: 's', organisationId: '', applicationId: undefined, scopes: [], operator }
    const { organisationId } = owner
    const task = { organisationId, principal, kind: 'idle', title: 'Idle', payload: {}, total: 9 }
    return context.database.write((tx) => startTask(tx, context, { ...task, ...scopes }))
  }

  it('listTasks and getTask show the work of the organisation, the newest first, a page at a time', async () => {
    const { api, operator } = await signedIn(running(), { organisation: newName('tasks') })
    expect((await api.listTasks({})).body).toEqual({ data: [], nextCursor: null })
    const ids = [await startIdle(operator), await startIdle(operator), await startIdle(operator)]
    const first = (await api.listTasks({ query: { limit: 2 } })).body
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    const cursor = first.nextCursor ?? ''
    const second = (await api.listTasks({ query: { limit: 2, cursor } })).body
    expect(second.data.map(({ id }) => id)).toEqual([ids[0]])
    expect(second.nextCursor).toBeNull()
    const { body } = await api.getTask({ params: { taskId: ids[0] ?? '' } })
    expect(body).toMatchObject({ title: 'Idle', state: 'queued', own: true, done: 0, total: 9, file: null })
    expect(await refusalOf(api.listTasks({ query: { cursor: 'x' } }))).toEqual([400, 'invalid-parameter'])
  })

  it('another organisation and an unknown task are not there', async () => {
    const one = await signedIn(running(), { organisation: newName('tasks') })
    const other = await signedIn(running(), { organisation: newName('tasks') })
    const taskId = await startIdle(one.operator)
    for (const call of [
      () => other.api.getTask({ params: { taskId } }),
      () => other.api.cancelTask({ params: { taskId } }),
      () => other.api.readTaskOutput({ params: { taskId } }),
      () => one.api.getTask(missing),
      () => one.api.cancelTask(missing),
      () => one.api.readTaskOutput(missing),
    ])
      expect(await refusalOf(call())).toEqual([404, 'not-found'])
  })

  it('cancelTask stops what waits, once, and is for those who may write', async () => {
    const organisation = newName('tasks')
    const { api, operator } = await signedIn(running(), { organisation })
    const reader = await signedIn(running(), { organisation, role: 'read-only' })
    const params = { taskId: await startIdle(operator) }
    expect(await refusalOf(reader.api.cancelTask({ params }))).toEqual([403, 'forbidden'])
    expect((await reader.api.getTask({ params })).body).toMatchObject({ state: 'queued', own: false })
    expect((await api.cancelTask({ params })).body.state).toBe('cancelled')
    expect(await refusalOf(api.cancelTask({ params }))).toEqual([409, 'conflict'])
    expect((await api.listTasks({ query: { state: 'active' } })).body.data).toEqual([])
    expect((await api.listTasks({ query: { state: 'over' } })).body.data).toHaveLength(1)
  })

  it('cancelTask takes what it took to start it, or to have started it', async () => {
    const organisation = newName('tasks')
    const { api, operator } = await signedIn(running(), { organisation })
    const support = await signedIn(running(), { organisation, role: 'support' })
    const scopes = { scope: 'contacts:read', startScope: 'contacts:write' }
    const params = { taskId: await startIdle(operator, scopes) }
    expect((await support.api.getTask({ params })).body.state).toBe('queued')
    expect(await refusalOf(support.api.cancelTask({ params }))).toEqual([403, 'forbidden'])
    expect((await api.cancelTask({ params })).body.state).toBe('cancelled')
    const own = { params: { taskId: await startIdle(support.operator, scopes) } }
    expect((await support.api.cancelTask(own)).body.state).toBe('cancelled')
  })

  it('a task that asks for a scope is seen by those who have it', async () => {
    const organisation = newName('tasks')
    const { api, operator } = await signedIn(running(), { organisation })
    const support = await signedIn(running(), { organisation, role: 'support' })
    const params = { taskId: await startIdle(operator, { scope: 'operators:read' }) }
    expect((await api.getTask({ params })).body.id).toBe(params.taskId)
    expect(await refusalOf(support.api.getTask({ params }))).toEqual([404, 'not-found'])
    expect((await support.api.listTasks({})).body.data).toEqual([])
  })

  it('readTaskOutput gives the file as an attachment, for a day, without naming the organisation', async () => {
    const { api, operator } = await signedIn(running())
    const { body } = await api.exportAudit({ body: {} })
    const params = { taskId: body.taskId }
    expect(await refusalOf(api.readTaskOutput({ params }))).toEqual([409, 'conflict'])
    await running().app.background.drain()
    const task = (await api.getTask({ params })).body
    expect(task).toMatchObject({ state: 'done', file: { type: 'text/csv' } })
    const { cookie = '' } = operator.headers
    const url = `${running().url}/console/api/tasks/${body.taskId}/output`
    const answer = await fetch(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${task.file?.name}"; filename*=UTF-8''${task.file?.name}`,
    )
    expect(await answer.text()).toMatch(/^at,actor,action,subject,detail,block,id\r\n/)
    running().clock.advance(DAY_MS)
    const later = await signedIn(running())
    expect((await later.api.getTask({ params })).body.file).toBeNull()
    expect(await refusalOf(later.api.readTaskOutput({ params }))).toEqual([404, 'not-found'])
  })

  it("an organiser who is bound does not see the server's own work", async () => {
    const { api } = await signedIn(running())
    const bound = await signedIn(running(), { organisation: newName('tasks'), role: 'owner' })
    const { body } = await api.exportAudit({ body: {} })
    expect(await refusalOf(bound.api.getTask({ params: { taskId: body.taskId } }))).toEqual([
      404,
      'not-found',
    ])
  })
})
