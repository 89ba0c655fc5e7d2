import { expect, it } from 'vitest'
import { connectConsoleRegistration } from '../../src/client/console.ts'
import { recordAudit } from '../../src/platform/audit/entries.ts'
import { onEachApp } from '../harness.ts'
import { newName, signedIn } from './operations.ts'
import { fromPage, refusalOf } from './wire.ts'

onEachApp('the audit trail in the console', (running) => {
  async function record(actor: string, action: string, subject: string, detail = {}): Promise<void> {
    const { context } = running().app
    running().clock.advance(1_000)
    await context.database.write((tx) => recordAudit(tx, context, { actor, action, subject, detail }))
  }

  it('listAudit gives the newest first, a page at a time, with the names of operators', async () => {
    const { api, operator } = await signedIn(running())
    for (const n of [1, 2, 3]) await record(`operator:${operator.id}`, 'thing.change', `thing:${n}`, { n })
    const { body } = await api.listAudit({ query: { limit: 2, actor: `operator:${operator.id}` } })
    expect(body.data).toMatchObject([
      {
        action: 'thing.change',
        subject: 'thing:3',
        actorName: 'The owner',
        detail: { n: 3 },
        sealed: expect.any(Boolean),
      },
      { subject: 'thing:2' },
    ])
    const next = await api.listAudit({
      query: { limit: 2, actor: `operator:${operator.id}`, cursor: body.nextCursor ?? '' },
    })
    expect(next.body.data[0]?.subject).toBe('thing:1')
    expect(await refusalOf(api.listAudit({ query: { cursor: 'x' } }))).toEqual([400, 'invalid-parameter'])
  })

  it('names who changed an event by the console, and nobody who only looked', async () => {
    const { api, operator } = await signedIn(running())
    const events = connectConsoleRegistration({
      url: `${running().url}/console/api/registration`,
      headers: { ...fromPage, ...operator.headers },
    })
    const at = { start: '2031-05-06T09:00:00Z', end: '2031-05-06T17:00:00Z', timezone: 'UTC' }
    const { body: event } = await events.createEvent({ body: { title: 'Audited', code: 'AUDITED', ...at } })
    const params = { eventId: event.id }
    await events.updateEvent({ params, body: { title: 'Renamed' } })
    await events.searchEvents({ body: {} })
    await events.deleteEvent({ params })
    await expect(events.deleteEvent({ params })).rejects.toThrow()
    const { body } = await api.listAudit({ query: { actor: `operator:${operator.id}`, action: 'events.*' } })
    expect(body.data.map(({ action, subject }) => [action, subject])).toEqual([
      ['events.deleteEvent', `event:${event.id}`],
      ['events.updateEvent', `event:${event.id}`],
      ['events.createEvent', `organisation:${operator.organisationId}`],
    ])
  })

  it('names the event, the organisation and the person that an entry is about', async () => {
    const { api, operator } = await signedIn(running())
    const events = connectConsoleRegistration({
      url: `${running().url}/console/api/registration`,
      headers: { ...fromPage, ...operator.headers },
    })
    const at = { start: '2031-05-06T09:00:00Z', end: '2031-05-06T17:00:00Z', timezone: 'UTC' }
    const made = { title: 'Sentences', code: 'SENTENCES', status: 'published', ...at } as const
    const { body: event } = await events.createEvent({ body: made })
    const params = { eventId: event.id }
    const { body: registration } = await events.createRegistration({
      params,
      body: { registrant: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' } },
    })
    const registrationId = registration.id
    await events.checkIn({ params, body: { registrationId, method: 'manual' } })
    await events.checkIn({ params, body: [{ registrationId, status: 'checked-out', method: 'manual' }] })
    const { body } = await api.listAudit({ query: { actor: `operator:${operator.id}`, action: 'events.*' } })
    const about = {
      record: `event:${event.id}`,
      recordName: 'Sentences',
      organisationId: operator.organisationId,
    }
    const grace = { personName: 'Grace Hopper', registrationId }
    expect(body.data).toMatchObject([
      { action: 'events.checkIn', ...about, ...grace, detail: { status: 'checked-out' } },
      { action: 'events.checkIn', ...about, ...grace, detail: { status: 'checked-in' } },
      { action: 'events.createRegistration', ...about, ...grace },
      { action: 'events.createEvent', ...about, personName: null, registrationId: null },
    ])
  })

  it('filters by actor, action, subject and time; a star stands for the rest', async () => {
    const { api } = await signedIn(running())
    await record('api-key:1%_', 'door.open', 'door:1')
    const from = new Date(running().clock.now() + 500).toISOString()
    await record('api-key:2', 'door.shut', 'door:2')
    const subjects = async (query: object) =>
      (await api.listAudit({ query })).body.data.map(({ subject }) => subject)
    expect(await subjects({ action: 'door.*' })).toEqual(['door:2', 'door:1'])
    expect(await subjects({ action: 'door.open' })).toEqual(['door:1'])
    expect(await subjects({ action: 'door.' })).toEqual([])
    expect(await subjects({ subject: 'door:2' })).toEqual(['door:2'])
    expect(await subjects({ actor: 'api-key:1%_*' })).toEqual(['door:1'])
    expect(await subjects({ actor: 'api-key:_*' })).toEqual([])
    expect(await subjects({ action: 'door.*', from })).toEqual(['door:2'])
    expect(await subjects({ action: 'door.*', until: from })).toEqual(['door:1'])
    expect(await refusalOf(api.listAudit({ query: { from: 'yesterday' } }))).toEqual([
      400,
      'invalid-parameter',
    ])
  })

  it('verifyAudit tells that the chain holds, and where it does not', async () => {
    const { api } = await signedIn(running())
    running().clock.advance(60_000)
    await running().app.background.drain()
    const { body } = await api.verifyAudit({})
    expect(body).toMatchObject({ faults: [] })
    expect(body.entries).toBeGreaterThan(0)
  })

  it('exportAudit writes a file in which no formula runs', async () => {
    const { api } = await signedIn(running())
    const actor = '=HYPERLINK("http://x")'
    await record(actor, 'cell.write', 'cell:1')
    const { status, body } = await api.exportAudit({ body: { action: 'cell.*' } })
    expect(status).toBe(202)
    await running().app.background.drain()
    const params = { taskId: body.taskId }
    expect((await api.getTask({ params })).body).toMatchObject({
      state: 'done',
      result: { rows: 1 },
      done: 1,
    })
    const file = (await api.readTaskOutput({ params })).body as unknown as string
    expect(file.split('\r\n')).toHaveLength(3)
    expect(file).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect((await api.listAudit({ query: { action: 'audit.export' } })).body.data).not.toEqual([])
    expect(await refusalOf(api.exportAudit({ body: { from: 'soon' } }))).toEqual([400, 'invalid-parameter'])
  })

  it('is for those who see the whole server, and may read it', async () => {
    const bound = await signedIn(running(), { organisation: newName('audit') })
    const support = await signedIn(running(), { role: 'support' })
    const reader = await signedIn(running(), { role: 'read-only' })
    for (const { api } of [bound, support]) {
      expect(await refusalOf(api.listAudit({}))).toEqual([403, 'forbidden'])
      expect(await refusalOf(api.verifyAudit({}))).toEqual([403, 'forbidden'])
      expect(await refusalOf(api.exportAudit({ body: {} }))).toEqual([403, 'forbidden'])
    }
    expect((await reader.api.listAudit({})).status).toBe(200)
  })
})
