import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'

type Session = {
  id: string
  eventId: string
  title: string
  track: string | null
  room: string | null
  capacity: number | null
  status: string
  version: number
  registrationTypeIds: string[]
  speakers: unknown[]
  included: boolean
  enrolledCount: number
}
type Page = { data: (Session & { deleted?: true })[]; paging: { nextCursor: string | null } }

const [start, end] = ['2031-05-06T11:00:00+02:00', '2031-05-06T12:30:00+02:00']

onEachApp('sessions of the event data service', (running) => {
  let organiser: Organiser
  let event: { id: string }
  let types: string[]
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createEvent(running(), organiser, {
      registrationTypes: [{ name: 'Standard' }, { name: 'Speaker' }],
    })
    const { body } = await organiser.call<{ data: { id: string }[] }>(
      'GET',
      `/registration/api/v1/events/${event.id}/registrationtypes`,
    )
    types = body.data.map(({ id }) => id)
  })

  const create = (members: Json = {}, headers = {}) =>
    organiser.call<Session>('POST', '/eventdata/sessions', {
      body: { eventId: event.id, title: 'A lab', start, end, ...members },
      headers,
    })
  const made = async (members: Json = {}) => {
    const { status, body } = await create(members)
    expect(status).toBe(201)
    return body
  }
  const call = (method: string, id: string, body?: unknown, headers = {}) =>
    organiser.call<Session & { code: string; errors: { pointer: string; code: string }[] }>(
      method,
      `/eventdata/sessions/${id}`,
      body === undefined ? { headers } : { body, headers },
    )

  describe('createSession', () => {
    it('answers 201 with Location and ETag, and the session is there', async () => {
      const { status, body, headers } = await create({ track: 'Labs', registrationTypeIds: [types[0]] })
      expect(status).toBe(201)
      expect(headers.get('location')).toBe(`http://lanyard.test/eventdata/sessions/${body.id}`)
      const found = await call('GET', body.id)
      expect(found.body).toEqual(body)
      expect(found.headers.get('etag')).toBe(headers.get('etag'))
      expect(body).toMatchObject({
        eventId: event.id,
        track: 'Labs',
        registrationTypeIds: [types[0]],
        version: 1,
      })
      const known = await call('GET', body.id, undefined, { 'if-none-match': headers.get('etag') ?? '' })
      expect(known.status).toBe(304)
    })

    it.each([
      [{ title: undefined }, '/title', 'required'],
      [{ start: '2031-02-30T00:00:00Z' }, '/start', 'time'],
      [{ end: '2031-05-06T10:59:59+02:00' }, '/end', 'range'],
      [{ enrolledCount: 3 }, '/enrolledCount', 'unknown-member'],
      [{ capacity: '3' }, '/capacity', 'type'],
      [{ registrationTypeIds: ['nobody'] }, '/registrationTypeIds/0', 'unknown'],
      [{ speakers: [{ company: 'Nobody' }] }, '/speakers/0/name', 'required'],
      [
        {
          externalReferences: [
            { system: 'a', id: '1' },
            { system: 'a', id: '2' },
          ],
        },
        '/externalReferences/1/system',
        'duplicate',
      ],
    ])('refuses %j', async (members, pointer, code) => {
      const { status, body } = await create(members)
      expect(status).toBe(422)
      expect(body).toMatchObject({ errors: [expect.objectContaining({ pointer, code })] })
    })

    it('refuses a registration type of another event', async () => {
      const other = await createEvent(running(), organiser, { registrationTypes: [{ name: 'Other' }] })
      const { body } = await organiser.call<{ data: { id: string }[] }>(
        'GET',
        `/registration/api/v1/events/${other.id}/registrationtypes`,
      )
      expect((await create({ registrationTypeIds: [body.data[0]?.id] })).status).toBe(422)
    })

    it('knows no event of another organisation', async () => {
      const stranger = await createOrganiser(running())
      const hidden = await createEvent(running(), stranger)
      expect((await create({ eventId: hidden.id })).status).toBe(404)
    })

    it('makes one session for one Idempotency-Key', async () => {
      const [first, again] = [
        await create({ title: 'Once' }, { 'idempotency-key': 'k1' }),
        await create({ title: 'Once' }, { 'idempotency-key': 'k1' }),
      ]
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      expect((await create({ title: 'Twice' }, { 'idempotency-key': 'k1' })).status).toBe(422)
    })

    it('needs events:write', async () => {
      const reader = await createOrganiser(running(), {
        organisation: organiser.organisation,
        scopes: ['events:read', 'registrations:write'],
      })
      const { status } = await reader.call('POST', '/eventdata/sessions', {
        body: { eventId: event.id, title: 'A lab', start, end },
      })
      expect(status).toBe(403)
    })
  })

  describe('listSessions', () => {
    let planner: Organiser
    let [main, side] = ['', '']
    beforeAll(async () => {
      planner = await createOrganiser(running())
      const session = (title: string, hour: string, members: Json = {}) => ({
        title,
        start: `2031-05-06T${hour}:00:00Z`,
        end: `2031-05-06T${hour}:30:00Z`,
        ...members,
      })
      main = (
        await createEvent(running(), planner, {
          sessions: [session('Late', '15', { room: 'R1' }), session('Early', '09', { track: 'Keys' })],
        })
      ).id
      side = (await createEvent(running(), planner, { sessions: [session('Middle', '12')] })).id
    })
    const titles = async (query: string) => {
      const { status, body } = await planner.call<Page>('GET', `/eventdata/sessions?${query}`)
      expect(status).toBe(200)
      return body.data.map(({ title }) => title)
    }

    it('gives the sessions of all events by their start', async () => {
      expect(await titles('')).toEqual(['Early', 'Middle', 'Late'])
    })

    it('filters', async () => {
      expect(await titles(`eventId=${main}`)).toEqual(['Early', 'Late'])
      expect(await titles(`eventId=${side}&track=Keys`)).toEqual([])
      expect(await titles('track=Keys')).toEqual(['Early'])
      expect(await titles('room=R1')).toEqual(['Late'])
      expect(await titles('startFrom=2031-05-06T12:00:00Z')).toEqual(['Middle', 'Late'])
      expect(await titles('startTo=2031-05-06T14:00:00%2B02:00')).toEqual(['Early', 'Middle'])
      expect(await titles(`eventId=${event.id}`)).toEqual([])
    })

    it('pages by a cursor that goes on where the page ended', async () => {
      const first = await planner.call<Page>('GET', '/eventdata/sessions?pageSize=2')
      expect(await titles(`pageSize=2&cursor=${first.body.paging.nextCursor}`)).toEqual(['Late'])
    })

    it('tells what changed, and the deleted ones', async () => {
      const { headers } = await planner.call('GET', '/eventdata/sessions')
      const token = headers.get('x-sync-token')
      const found = await planner.call<Page>('GET', '/eventdata/sessions?track=Keys')
      const id = found.body.data[0]?.id ?? ''
      expect((await planner.call('DELETE', `/eventdata/sessions/${id}`)).status).toBe(204)
      // On PostgreSQL a change is told once no older transaction of the cluster is open: older ones may be told with it.
      const changedSince = async (query: string) => {
        const path = `/eventdata/sessions?updatedSince=${token}${query}`
        return (await planner.call<Page>('GET', path)).body.data.filter((row) => row.id === id)
      }
      await expect
        .poll(() => changedSince('&includeDeleted=true'))
        .toEqual([{ id, deleted: true, updatedAt: expect.any(String), version: 2 }])
      expect(await changedSince('')).toEqual([])
      expect((await planner.call('GET', `/eventdata/sessions/${id}`)).status).toBe(404)
    })

    it('is a table too', async () => {
      const { text } = await planner.call('GET', '/eventdata/sessions', { headers: { accept: 'text/csv' } })
      expect(text.split('\r\n')[0]).toMatch(/^id,eventId,title,start,end,/)
    })

    it.each(['startFrom=tomorrow', 'pageSize=201', 'capacity=3'])('refuses %s', async (query) => {
      expect((await planner.call('GET', `/eventdata/sessions?${query}`)).status).toBe(400)
    })
  })

  describe('updateSession', () => {
    it('merges: what is named changes, null takes away, arrays replace', async () => {
      const { id } = await made({ track: 'Labs', room: 'R1', speakers: [{ name: 'Ada' }], included: true })
      const { status, body, headers } = await call('PATCH', id, {
        room: null,
        capacity: 7,
        included: null,
        speakers: [{ name: 'Grace' }],
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        track: 'Labs',
        room: null,
        capacity: 7,
        included: false,
        speakers: [{ name: 'Grace' }],
        version: 2,
      })
      expect(headers.get('etag')).toMatch(/^"2-/)
    })

    it('is known by the merge patch media type', async () => {
      const { id } = await made()
      const { status } = await call(
        'PATCH',
        id,
        { title: 'B' },
        { 'content-type': 'application/merge-patch+json' },
      )
      expect(status).toBe(200)
      expect((await call('PATCH', id, 'title=B', { 'content-type': 'text/plain' })).status).toBe(415)
    })

    it('refuses what does not make a session', async () => {
      const { id } = await made()
      for (const [body, pointer] of [
        [{ title: null }, '/title'],
        [{ end: '2031-05-06T01:00:00Z' }, '/end'],
        [{ version: 9 }, '/version'],
        [{ registrationTypeIds: ['nobody'] }, '/registrationTypeIds/0'],
        [{ eventId: types[0] }, '/eventId'],
        [{ eventId: null }, '/eventId'],
      ] as const) {
        const answer = await call('PATCH', id, body)
        expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer])
      }
      expect((await call('PATCH', id, { eventId: event.id })).status).toBe(200)
    })

    it('refuses another version than the caller knows', async () => {
      const { id } = await made()
      const tag = (await call('GET', id)).headers.get('etag') ?? ''
      expect((await call('PATCH', id, { title: 'B' }, { 'if-match': tag })).status).toBe(200)
      const late = await call('PATCH', id, { title: 'C' }, { 'if-match': tag })
      expect([late.status, late.body.code]).toEqual([412, 'version-changed'])
      expect((await call('PUT', id, { title: 'C', start, end }, { 'if-match': tag })).status).toBe(412)
      expect((await call('DELETE', id, undefined, { 'if-match': tag })).status).toBe(412)
      expect((await call('GET', id)).body.title).toBe('B')
    })

    it('keeps both of two changes at once', async () => {
      const { id } = await made()
      await Promise.all([call('PATCH', id, { track: 'T' }), call('PATCH', id, { room: 'R' })])
      expect((await call('GET', id)).body).toMatchObject({ track: 'T', room: 'R', version: 3 })
    })
  })

  describe('replaceSession', () => {
    it('clears what is absent', async () => {
      const { id } = await made({ track: 'Labs', capacity: 5, speakers: [{ name: 'Ada' }] })
      const { status, body } = await call('PUT', id, { eventId: event.id, title: 'B', start, end })
      expect(status).toBe(200)
      expect(body).toMatchObject({ title: 'B', track: null, capacity: null, speakers: [], version: 2 })
    })

    it('asks for what a session must have, and stays in its event', async () => {
      const { id } = await made()
      expect((await call('PUT', id, { title: 'B', start })).status).toBe(422)
      const other = await createEvent(running(), organiser)
      const moved = await call('PUT', id, { eventId: other.id, title: 'B', start, end })
      expect([moved.status, moved.body.errors[0]?.pointer]).toEqual([422, '/eventId'])
    })
  })

  it('answers 404 for what is not there or not theirs', async () => {
    const { id } = await made()
    const stranger = await createOrganiser(running())
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { title: 'B' }],
      ['PUT', { title: 'B', start, end }],
      ['DELETE', undefined],
    ] as const) {
      const options = body === undefined ? {} : { body }
      expect((await stranger.call(method, `/eventdata/sessions/${id}`, options)).status).toBe(404)
      expect((await call(method, 'nobody', body)).status).toBe(404)
    }
  })
})
