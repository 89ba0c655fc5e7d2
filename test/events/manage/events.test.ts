import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'

type Event = {
  id: string
  code: string
  title: string
  status: string
  capacity: number | null
  remaining: number | null
  venue: Json | null
  customFields: Json
  version: number
}
type Refusal = { code: string; errors: { pointer: string; code: string }[] }

const at = '/registration/api/v1/events'
let codes = 0

onEachApp('managing events', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const create = (members: Json = {}, headers = {}) =>
    organiser.call<Event & Refusal>('POST', at, {
      body: {
        code: `MANAGED-${++codes}`,
        title: 'Managed',
        start: '2031-05-06T09:00:00+02:00',
        end: '2031-05-07T18:00:00+02:00',
        timezone: 'Europe/Berlin',
        ...members,
      },
      headers,
    })
  const patch = (id: string, body: Json, headers = {}) =>
    organiser.call<Event & Refusal>('PATCH', `${at}/${id}`, { body, headers })
  const get = async (id: string) => (await organiser.call<Event>('GET', `${at}/${id}`)).body

  describe('createEvent', () => {
    it('answers 201 with Location and ETag, and the event is there', async () => {
      const { status, body, headers } = await create({ capacity: 20 })
      expect(status).toBe(201)
      expect(headers.get('location')).toBe(`http://lanyard.test${at}/${body.id}`)
      expect(body).toMatchObject({ status: 'draft', capacity: 20, remaining: 20, version: 1 })
      expect(await get(body.id)).toEqual(body)
    })

    it('makes one event for one Idempotency-Key', async () => {
      const members = { code: 'ONCE' }
      const first = await create(members, { 'idempotency-key': 'a' })
      const again = await create(members, { 'idempotency-key': 'a' })
      expect(again.body).toEqual(first.body)
      const other = await create(members)
      expect([other.status, other.body.code]).toEqual([409, 'code-taken'])
    })

    it('takes a code once on the server, whatever its case', async () => {
      const { body } = await create()
      const stranger = await createOrganiser(running())
      await expect(
        createEvent(running(), stranger, { event: { code: body.code.toLowerCase() } }),
      ).rejects.toThrow()
    })

    it.each([
      [{ timezone: 'Mars/Base' }, '/timezone'],
      [{ code: 'a b' }, '/code'],
      [{ registeredCount: 1 }, '/registeredCount'],
      [{ venue: { geo: { lat: 1 } } }, '/venue/geo/lon'],
    ])('refuses %j', async (members, pointer) => {
      const { status, body } = await create(members)
      expect(status).toBe(422)
      expect(body.errors.map((error) => error.pointer)).toContain(pointer)
    })

    it('needs events:write', async () => {
      const reader = await createOrganiser(running(), { scopes: ['events:read', 'registrations:write'] })
      expect((await reader.call('POST', at, { body: {} })).status).toBe(403)
    })
  })

  describe('updateEvent', () => {
    it('merges, also inside of members', async () => {
      const { id } = (
        await create({ venue: { name: 'Hall', address: 'Here' }, customFields: { a: 1, b: 2 } })
      ).body
      const { status, body } = await patch(id, {
        title: 'New',
        venue: { address: null, geo: { lat: 1, lon: 2 } },
        customFields: { a: null, c: true },
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({ title: 'New', version: 2 })
      expect(body.venue).toEqual({ name: 'Hall', geo: { lat: 1, lon: 2 } })
      expect(body.customFields).toEqual({ b: 2, c: true })
      expect(await get(id)).toEqual(body)
    })

    it('finds it by its new words, not by the old ones', async () => {
      const { id } = (await create({ title: 'Aardvark' })).body
      await patch(id, { title: 'Zebra' })
      const found = async (q: string) =>
        (await organiser.call<{ data: Event[] }>('GET', `${at}?q=${q}`)).body.data.map((event) => event.id)
      expect(await found('zebra')).toEqual([id])
      expect(await found('aardvark')).toEqual([])
    })

    it('refuses a taken code, and what makes no event', async () => {
      const [one, other] = [(await create()).body, (await create()).body]
      const taken = await patch(one.id, { code: other.code.toLowerCase() })
      expect([taken.status, taken.body.code]).toEqual([409, 'code-taken'])
      for (const [body, pointer] of [
        [{ title: null }, '/title'],
        [{ end: '2030-01-01T00:00:00Z' }, '/end'],
        [{ venue: { geo: { lat: 3 } } }, '/venue/geo/lon'],
        [{ id: 'x' }, '/id'],
      ] as const) {
        const answer = await patch(one.id, body)
        expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([422, pointer])
      }
      expect(await get(one.id)).toEqual(one)
    })

    it('refuses another version than the caller knows', async () => {
      const { body, headers } = await create()
      const tag = { 'if-match': headers.get('etag') ?? '' }
      expect((await patch(body.id, { title: 'B' }, tag)).status).toBe(200)
      expect((await patch(body.id, { title: 'C' }, tag)).status).toBe(412)
    })

    const order = ['draft', 'published', 'closed', 'completed', 'cancelled', 'archived']
    const allowed: Record<string, string[]> = {
      draft: ['published', 'cancelled', 'archived'],
      published: ['closed', 'completed', 'cancelled', 'archived'],
      closed: ['published', 'completed', 'cancelled', 'archived'],
      completed: ['archived'],
      cancelled: ['published', 'closed', 'archived'],
      archived: [],
    }
    it.each(order)('changes the status of one that is %s only as the table has it', async (from) => {
      for (const to of order) {
        const { id } = (await create({ status: from })).body
        const { status, body } = await patch(id, { status: to })
        const legal = from === to || allowed[from]?.includes(to) === true
        expect([to, status]).toEqual([to, legal ? 200 : 409])
        if (!legal) expect(body.code).toBe('invalid-transition')
      }
    })
  })

  describe('deleteEvent', () => {
    it('leaves a tombstone, also of its sessions, and frees the code', async () => {
      const { body: event } = await create()
      const session = { title: 'S', start: '2031-05-06T09:00:00Z', end: '2031-05-06T10:00:00Z' }
      await organiser.call('POST', `${at}/${event.id}/sessions`, { body: session })
      const events = (await organiser.call('GET', at)).headers.get('x-sync-token')
      expect((await organiser.call('DELETE', `${at}/${event.id}`)).status).toBe(204)
      expect((await organiser.call('GET', `${at}/${event.id}`)).status).toBe(404)
      expect((await organiser.call('GET', `${at}/${event.id}/sessions`)).status).toBe(404)
      expect((await organiser.call('DELETE', `${at}/${event.id}`)).status).toBe(404)
      // On PostgreSQL a change is told once no older transaction of the cluster is open.
      for (const path of [at, '/eventdata/sessions']) {
        const query = `updatedSince=${events}&includeDeleted=true`
        const changed = async () =>
          (await organiser.call<{ data: Json[] }>('GET', `${path}?${query}`)).body.data
        await expect.poll(changed).toContainEqual(expect.objectContaining({ deleted: true, version: 2 }))
      }
      expect((await create({ code: event.code })).status).toBe(201)
    })
  })

  it('answers 404 for the events of others', async () => {
    const stranger = await createOrganiser(running())
    const { id } = (await create()).body
    for (const method of ['PATCH', 'DELETE']) {
      const options = method === 'PATCH' ? { body: { title: 'B' } } : {}
      expect((await stranger.call(method, `${at}/${id}`, options)).status).toBe(404)
    }
  })
})
