import { beforeAll, describe, expect, it } from 'vitest'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import type { TaskTables } from '../../../src/platform/tasks/tables.ts'
import { startTask } from '../../../src/platform/tasks/tasks.ts'
import { onEachApp } from '../../harness.ts'
import { type ConsoleClient, openConsoleAs } from '../console-scene.ts'
import { mailsTo } from '../public-page.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

const form = { sections: [{ title: 'You', fields: [{ name: 'role', label: 'Role', type: 'text' }] }] }

onEachApp('bulk changes and exports', (running) => {
  let organiser: Organiser
  let client: ConsoleClient

  beforeAll(async () => {
    organiser = await createOrganiser(running())
    client = await openConsoleAs(running(), organiser)
  })

  const start = async (event: EventClient, body: Json, what = 'change') => {
    const answer = await client.call<{ taskId: string }>(
      'POST',
      `/events/${event.id}/registrations/${what}`,
      body,
    )
    if (answer.status !== 202) throw new Error(answer.text)
    return answer.body.taskId
  }
  const change = async (event: EventClient, body: Json) => client.finish(await start(event, body))
  /** A task that was stored before: nothing runs it until the transaction commits. */
  const startOld = (payload: Json, checkpoint: string | null = null) => {
    const { context } = running().app
    const { organisationId } = organiser
    const principal = { keyId: 'test', organisationId, applicationId: undefined, scopes: [] }
    return context.database.write(async (tx) => {
      const id = await startTask(tx, context, {
        organisationId,
        principal,
        kind: 'change-registrations',
        title: 'Started by an earlier version',
        payload: { reason: null, ...payload },
      })
      await tx.run(
        statementOnce<TaskTables, unknown>((db) =>
          db.updateTable('tasks').set({ checkpoint }).where('id', '=', id),
        ),
        {},
      )
      return id
    })
  }
  const states = async (event: EventClient, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await event.read(id)).status))

  describe('of many', () => {
    it('approves those who wait for it, and tells why others cannot be', async () => {
      const parts = { event: { approvalRequired: true, capacity: 2, waitlistEnabled: false } }
      const event = await openEvent(running(), organiser, parts)
      const ids: string[] = []
      for (let count = 0; count < 4; count++) ids.push((await event.take()).id)
      await event.call('POST', `/registrations/${ids[0]}/decline`)
      const { result } = await change(event, { action: 'approve', ids: [...ids, 'nobody'] })
      expect(result).toMatchObject({ confirmed: 2, waitlisted: 0, unchanged: 0, refused: 3 })
      expect(result.reasons).toEqual({ 'capacity-full': 1, 'invalid-transition': 1, 'not-found': 1 })
      const codes = (result.refusals ?? []).map(({ code }) => code).toSorted()
      expect(codes).toEqual(['capacity-full', 'invalid-transition', 'not-found'])
      expect((await states(event, ids)).toSorted()).toEqual(['confirmed', 'confirmed', 'declined', 'pending'])
      const again = await change(event, { action: 'approve', ids: ids.slice(1, 3) })
      expect(again.result).toMatchObject({ confirmed: 0, unchanged: 2, refused: 0 })
    })

    it('counts those whom a full event puts on its waiting list, and writes to them', async () => {
      const parts = {
        event: { approvalRequired: true, capacity: 1, waitlistEnabled: true, notify: 'everyone' },
      }
      const event = await openEvent(running(), organiser, parts)
      const ids: string[] = []
      for (let count = 0; count < 3; count++) ids.push((await event.take()).id)
      const taskId = await start(event, { action: 'approve', ids })
      const { result } = await client.finish(taskId)
      expect(result).toMatchObject({ confirmed: 1, waitlisted: 2, unchanged: 0, refused: 0, reasons: {} })
      expect((await states(event, ids)).toSorted()).toEqual(['confirmed', 'waitlisted', 'waitlisted'])
      const outcomes = (await client.download(taskId)).text.trim().split('\r\n').slice(1)
      expect(outcomes.map((line) => line.split(',')[1]).toSorted()).toEqual([
        'confirmed',
        'waitlisted',
        'waitlisted',
      ])
      const subjects = await Promise.all(
        ids.map(async (id) => {
          const { registrant } = (await event.read(id)) as unknown as { registrant: { email: string } }
          return (await mailsTo(running(), registrant.email)).at(-1)?.text
        }),
      )
      expect(subjects.filter((text) => text?.includes('waiting list'))).toHaveLength(2)
      expect((await change(event, { action: 'approve', ids })).result).toMatchObject({ unchanged: 3 })
    })

    it('continues with the counts of an earlier version', async () => {
      const event = await openEvent(running(), organiser, { event: { approvalRequired: true } })
      const { id } = await event.take()
      const tally = { done: 4, already: 1, refused: 0, refusals: [] }
      const taskId = await startOld(
        { eventId: event.id, action: 'decline', ids: [id] },
        JSON.stringify({ tally }),
      )
      const task = await client.finish(taskId)
      expect(task).toMatchObject({ done: 6, total: 6, result: { done: 4, declined: 1, refused: 0 } })
    })

    it('cancels everything that a filter finds, once; a second time is harmless', async () => {
      const event = await openEvent(running(), organiser, { form })
      const ids: string[] = []
      for (const role of ['Poet', 'Engineer', 'Poet']) ids.push((await event.take({ answers: { role } })).id)
      const body = {
        action: 'cancel',
        reason: 'The stage burnt down',
        search: { filter: { field: 'answers.role', op: 'eq', value: 'Poet' } },
      }
      const first = await change(event, body)
      expect(first).toMatchObject({ state: 'done', done: 2, total: 2 })
      expect(first.result).toMatchObject({ cancelled: 2, unchanged: 0, refused: 0 })
      expect(await states(event, ids)).toEqual(['cancelled', 'confirmed', 'cancelled'])
      expect(await event.read(ids[0] ?? '')).toMatchObject({ cancelReason: 'The stage burnt down' })
      const second = await change(event, body)
      expect(second.result).toMatchObject({ cancelled: 0, unchanged: 2, refused: 0 })
    })

    it('lets nobody in while it cancels all who have a place', async () => {
      const event = await openEvent(running(), organiser, { event: { capacity: 2, waitlistEnabled: true } })
      const ids: string[] = []
      for (let count = 0; count < 3; count++) ids.push((await event.take()).id)
      const search = { filter: { field: 'status', op: 'eq', value: 'confirmed' } }
      const { result } = await change(event, { action: 'cancel', search })
      expect(result.cancelled).toBe(2)
      expect(await states(event, ids)).toEqual(['cancelled', 'cancelled', 'waitlisted'])
    })

    it('leaves alone what has changed since it was asked for', async () => {
      const event = await openEvent(running(), organiser)
      const { id } = await event.take()
      const taskId = await startOld({ eventId: event.id, action: 'cancel', search: {}, change: 0 })
      const { result } = await client.finish(taskId)
      expect(result).toMatchObject({
        cancelled: 0,
        refused: 1,
        refusals: [{ id, code: 'changed-meanwhile' }],
      })
      expect((await event.read(id)).status).toBe('confirmed')
    })

    it('writes what became of each to a file', async () => {
      const event = await openEvent(running(), organiser)
      const { id, confirmationNumber } = await event.take()
      const taskId = await start(event, { action: 'decline', ids: [id] })
      await client.finish(taskId)
      const lines = (await client.download(taskId)).text.split('\r\n')
      expect(lines[0]).toBe('confirmationNumber,outcome,code,detail')
      expect(lines[1]).toContain(`${confirmationNumber},refused,invalid-transition`)
    })

    it('names the operator in the past of a registration', async () => {
      const event = await openEvent(running(), organiser)
      const { id } = await event.take()
      await change(event, { action: 'cancel', ids: [id] })
      const { body } = await client.call<{ history: Json[] }>(
        'GET',
        `/events/${event.id}/registrations/${id}`,
      )
      expect(body.history.at(-1)).toMatchObject({
        action: 'cancelled',
        by: 'operator',
        name: 'The organiser',
      })
    })

    it('touches nothing of another event', async () => {
      const [event, other] = [await openEvent(running(), organiser), await openEvent(running(), organiser)]
      const { id } = await other.take()
      const { result } = await change(event, { action: 'cancel', ids: [id] })
      expect(result).toMatchObject({ cancelled: 0, refused: 1 })
      expect((await other.read(id)).status).toBe('confirmed')
    })

    it('refuses ids and a search together, and a filter that is wrong', async () => {
      const event = await openEvent(running(), organiser)
      const path = `/events/${event.id}/registrations/change`
      const both = await client.call('POST', path, { action: 'cancel', ids: ['a'], search: {} })
      const none = await client.call('POST', path, { action: 'cancel' })
      const search = { filter: { field: 'nothing', op: 'eq', value: 1 } }
      const wrong = await client.call<{ errors: Json[] }>('POST', path, { action: 'cancel', search })
      expect([both.status, none.status, wrong.status]).toEqual([422, 422, 422])
      expect(wrong.body.errors[0]?.pointer).toBe('/filter/field')
    })
  })

  describe('a file', () => {
    it('has the columns asked for, and nothing that a spreadsheet would run', async () => {
      const event = await openEvent(running(), organiser, { form })
      const registrant = { firstName: '=1+1', lastName: 'Example', email: 'formula@example.org' }
      await event.take({ registrant, answers: { role: '@SUM(A1)' } })
      await event.take({ answers: { role: 'Poet' } })
      const columns = ['registrant.firstName', 'answers.role', 'attendee.lastName', 'seats']
      const search = { filter: { field: 'answers.role', op: 'startsWith', value: '@' } }
      const taskId = await start(event, { format: 'csv', columns, search }, 'export')
      expect((await client.finish(taskId)).result).toEqual({ count: 1 })
      const { headers, text } = await client.download(taskId)
      expect(headers.get('content-type')).toMatch(/^text\/csv/)
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
      expect(text).toBe(`${columns.join(',')}\r\n"'=1+1","'@SUM(A1)",Example,1\r\n`)
    })

    it('has everything where no columns are named, or lines of JSON', async () => {
      const event = await openEvent(running(), organiser, { form })
      const { id } = await event.take({ answers: { role: 'Poet' } })
      const table = await start(event, { format: 'csv' }, 'export')
      const lines = await start(event, { format: 'ndjson' }, 'export')
      await client.finish(lines)
      const head = (await client.download(table)).text.split('\r\n')[0]
      expect(head?.split(',')).toEqual(expect.arrayContaining(['confirmationNumber', 'answers.role', 'id']))
      expect(JSON.parse((await client.download(lines)).text)).toMatchObject({ id, answers: { role: 'Poet' } })
    })

    it('refuses a column that is none', async () => {
      const event = await openEvent(running(), organiser)
      const path = `/events/${event.id}/registrations/export`
      const answer = await client.call('POST', path, { format: 'csv', columns: ['id', '__proto__'] })
      expect(answer.status).toBe(422)
    })
  })

  it('is for whoever may', async () => {
    const event = await openEvent(running(), organiser)
    const { id } = await event.take()
    const path = `/events/${event.id}/registrations`
    const of = async (client: ConsoleClient) => [
      (await client.call('POST', `${path}/change`, { action: 'cancel', ids: [id] })).status,
      (await client.call('POST', `${path}/export`, { format: 'csv' })).status,
    ]
    expect(await of(await openConsoleAs(running(), organiser, 'support'))).toEqual([202, 202])
    expect(await of(await openConsoleAs(running(), organiser, 'read-only'))).toEqual([403, 202])
    expect(await of(await openConsoleAs(running(), await createOrganiser(running())))).toEqual([404, 404])
  })
})
