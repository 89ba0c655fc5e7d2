import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type EventClient, openEvent, type Registration } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

const form = {
  sections: [
    {
      title: 'About you',
      fields: [
        { name: 'role', label: 'Role', type: 'text', required: true },
        {
          name: 'diet',
          label: 'Diet',
          type: 'select',
          choices: [
            { value: 'vegan', label: 'Vegan', capacity: 1 },
            { value: 'other', label: 'Other' },
          ],
        },
        {
          name: 'note',
          label: 'Which?',
          type: 'textarea',
          required: true,
          visibleIf: { field: 'diet', in: ['other'] },
        },
      ],
    },
  ],
}
const optionGroups = [
  {
    ref: 'dinner',
    name: 'Dinner',
    options: [
      { name: 'Tuesday', code: 'TUE', capacity: 2, maxPerRegistration: 2 },
      { name: 'Wednesday', code: 'WED', capacity: 1 },
      { name: 'Closed', code: 'SHUT', status: 'closed' },
    ],
  },
]

onEachApp('changing a registration', (running) => {
  let organiser: Organiser
  let event: EventClient
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const open = (parts: { event?: Json } & Json = {}) => openEvent(running(), organiser, parts)

  describe('its members', () => {
    let made: Registration
    beforeAll(async () => {
      event = await open({ form, optionGroups })
      made = await event.take({
        answers: { role: 'Engineer', diet: 'other', note: 'No nuts' },
        tags: ['vip'],
      })
    })

    it('merges objects, replaces arrays and takes away what is null', async () => {
      const { status, body } = await event.patch(made.id, {
        registrant: { company: 'Example Ltd' },
        answers: { diet: 'vegan', note: null },
        tags: ['press'],
        note: 'Late',
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        registrant: { firstName: 'Grace', company: 'Example Ltd' },
        answers: { role: 'Engineer', diet: 'vegan' },
        tags: ['press'],
        note: 'Late',
        version: 2,
      })
      expect(body.answers).not.toHaveProperty('note')
      expect(body.attendees[0]?.answers).toEqual(body.answers)
    })

    it('is empty again where it is set to null', async () => {
      const start = '2031-05-06T10:00:00+02:00'
      const other = await open({ optionGroups, sessions: [{ code: 'LAB', title: 'Lab', start, end: start }] })
      const { id } = await other.take({
        options: [{ ...other.options.TUE, quantity: 1 }],
        sessionIds: [other.sessions.LAB],
        source: 'desk',
        externalReferences: [{ system: 'crm', id: 'C-1' }],
        tags: ['vip'],
      })
      const { status, body } = await other.patch(id, {
        options: null,
        sessionIds: null,
        answers: null,
        source: null,
        externalReferences: null,
        tags: null,
      })
      expect([status, body]).toEqual([200, expect.anything()])
      expect(body).toMatchObject({
        options: [],
        sessionIds: [],
        answers: {},
        source: 'api',
        externalReferences: [],
        tags: [],
      })
      expect((await event.patch(made.id, { answers: null })).status).toBe(422)
    })

    it('includes the reason of a cancellation, and no other reason', async () => {
      const other = await open()
      const { id } = await other.take()
      const cancelReason = 'ill'
      const early = await other.patch(id, { cancelReason })
      expect([early.status, early.body.errors]).toMatchObject([422, [{ pointer: '/cancelReason' }]])
      expect((await other.patch(id, { cancelReason: null })).body.version).toBe(1)
      await other.patch(id, { status: 'cancelled' })
      const later = await other.patch(id, { cancelReason })
      expect(later.body).toMatchObject({ status: 'cancelled', cancelReason, version: 3 })
      expect((await other.patch(id, { cancelReason })).body.version).toBe(3)
      expect((await other.patch(id, { cancelReason: null })).body.cancelReason).toBeNull()
    })

    it('is checked by the form, as a new one is', async () => {
      const { status, body } = await event.patch(made.id, { answers: { role: null, diet: 'other' } })
      expect(status).toBe(422)
      expect((body.errors as Json[]).map(({ pointer }) => pointer)).toEqual([
        '/answers/role',
        '/answers/note',
      ])
      expect((await event.read(made.id)).version).toBe(2)
    })

    it('takes a place at a choice and gives the old one back', async () => {
      const second = await event.take({ answers: { role: 'Pilot' } })
      const full = await event.patch(second.id, { answers: { diet: 'vegan' } })
      expect(full).toMatchObject({ status: 409, body: { code: 'capacity-full' } })
      expect((await event.patch(made.id, { answers: { diet: null } })).status).toBe(200)
      expect((await event.patch(second.id, { answers: { diet: 'vegan' } })).status).toBe(200)
    })

    it.each([
      [{ id: 'x' }, '/id'],
      [{ waitlistPosition: 1 }, '/waitlistPosition'],
      [{ attendees: [] }, '/attendees'],
      [{ registrant: { role: 'x' } }, '/registrant/role'],
      [{ options: [{ groupId: 'x', optionId: 'y' }] }, '/options/0/groupId'],
      [{ sessionIds: ['x'] }, '/sessionIds/0'],
      [{ registrationTypeId: 'x' }, '/registrationTypeId'],
      [
        {
          externalReferences: [
            { system: 'a', id: '1' },
            { system: 'a', id: '2' },
          ],
        },
        '/externalReferences/1/system',
      ],
    ])('refuses %j with a pointer', async (patch, pointer) => {
      const { status, body } = await event.patch(made.id, patch as Json)
      expect([status, (body.errors as Json[])[0]?.pointer]).toEqual([422, pointer])
    })

    it('refuses the address of another live one', async () => {
      const other = newPerson()
      await event.take({ registrant: other, answers: { role: 'x' } })
      const taken = await event.patch(made.id, { registrant: { email: other.email.toUpperCase() } })
      expect(taken).toMatchObject({ status: 409, body: { code: 'duplicate-registration' } })
    })

    it('is refused under If-Match of another version, and answers 304 to the own', async () => {
      const { headers } = await event.call('GET', `/registrations/${made.id}`)
      const etag = headers.get('etag') ?? ''
      const same = await event.call('GET', `/registrations/${made.id}`, undefined, { 'if-none-match': etag })
      expect(same.status).toBe(304)
      expect((await event.patch(made.id, { note: 'a' }, { 'if-match': '"99"' })).status).toBe(412)
      expect((await event.patch(made.id, { note: 'b' }, { 'if-match': etag })).status).toBe(200)
      expect((await event.patch(made.id, { note: 'c' }, { 'if-match': etag })).status).toBe(412)
    })

    it('takes the type of a merge patch, and no other', async () => {
      const merge = { 'content-type': 'application/merge-patch+json' }
      expect((await event.patch(made.id, { note: 'd' }, merge)).status).toBe(200)
      expect((await event.patch(made.id, { note: 'e' }, { 'content-type': 'text/plain' })).status).toBe(415)
    })
  })

  describe('its options', () => {
    beforeAll(async () => {
      event = await open({ optionGroups })
    })
    const put = (id: string, options: Json[]) =>
      event.call<{ data: Json[] }>('PUT', `/registrations/${id}/options`, { options })

    it('gives the old back and takes the new in one step', async () => {
      const [first, second] = [
        await event.take({ options: [{ ...event.options.TUE, quantity: 2 }] }),
        await event.take(),
      ]
      expect(await event.left()).toMatchObject({ TUE: 0, WED: 1 })
      expect((await put(second.id, [event.options.TUE as Json])).status).toBe(409)
      const moved = await put(first.id, [event.options.WED as Json])
      expect(moved).toMatchObject({ status: 200, body: { data: [{ ...event.options.WED, quantity: 1 }] } })
      expect(await event.left()).toMatchObject({ TUE: 2, WED: 0 })
      expect((await put(second.id, [event.options.WED as Json])).body).toMatchObject({
        code: 'capacity-full',
      })
      expect((await put(second.id, [event.options.TUE as Json])).status).toBe(200)
      const read = await event.call<{ data: Json[] }>('GET', `/registrations/${second.id}/options`)
      expect(read.body.data).toEqual([{ ...event.options.TUE, quantity: 1 }])
    })

    it.each([
      ['a closed one', (e: EventClient) => [e.options.SHUT], '/options/0/optionId'],
      [
        'more than one may have',
        (e: EventClient) => [{ ...e.options.WED, quantity: 2 }],
        '/options/0/quantity',
      ],
      ['the same twice', (e: EventClient) => [e.options.TUE, e.options.TUE], '/options/1/optionId'],
      ['two of a group for one', (e: EventClient) => [e.options.TUE, e.options.WED], '/options'],
      ['none of the group', (e: EventClient) => [{ ...e.options.TUE, optionId: 'x' }], '/options/0/optionId'],
    ])('refuses %s', async (_name, choose, pointer) => {
      const { id } = await event.take()
      const { status, body } = await put(id, choose(event) as Json[])
      expect([status, ((body as Json).errors as Json[])[0]?.pointer]).toEqual([422, pointer])
    })
  })

  describe('its type', () => {
    it('moves the place from one type to the other', async () => {
      event = await open({
        registrationTypes: [
          { name: 'Standard', code: 'STD', capacity: 1 },
          { name: 'Student', code: 'STU', capacity: 1 },
        ],
      })
      expect((await event.register()).body).toMatchObject({ errors: [{ pointer: '/registrationTypeId' }] })
      const [first, second] = [
        await event.take({ registrationTypeId: event.types.STD }),
        await event.take({ registrationTypeId: event.types.STU }),
      ]
      expect((await event.patch(first.id, { registrationTypeId: event.types.STU })).status).toBe(409)
      await event.call('POST', `/registrations/${second.id}/cancel`)
      expect((await event.patch(first.id, { registrationTypeId: event.types.STU })).status).toBe(200)
      expect((await event.register({ registrationTypeId: event.types.STD })).status).toBe(201)
    })
  })

  describe('its state', () => {
    /** A registration in each state, made by what leads there. */
    async function inState(state: string): Promise<{ event: EventClient; id: string }> {
      if (state === 'pending' || state === 'declined') {
        const client = await open({ event: { approvalRequired: true } })
        const { id } = await client.take()
        if (state === 'declined') await client.call('POST', `/registrations/${id}/decline`)
        return { event: client, id }
      }
      const offers = state === 'offered' || state === 'expired' ? { offerMinutes: 10 } : {}
      const client = await open({ event: { capacity: 1, waitlistEnabled: true, ...offers } })
      const first = await client.take()
      if (state === 'confirmed') return { event: client, id: first.id }
      const second = await client.take()
      if (state === 'waitlisted') return { event: client, id: second.id }
      await client.call('POST', `/registrations/${first.id}/cancel`)
      if (state === 'cancelled') return { event: client, id: first.id }
      if (state === 'expired') running().clock.advance(600_000)
      return { event: client, id: second.id }
    }
    const states = ['pending', 'confirmed', 'declined', 'waitlisted', 'offered', 'expired', 'cancelled']
    const allowed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
      pending: { pending: 200, confirmed: 200, declined: 200, cancelled: 200 },
      confirmed: { confirmed: 200, cancelled: 200 },
      declined: { declined: 200 },
      // There is no place: the first in the line stays there.
      waitlisted: { waitlisted: 200, confirmed: 409, cancelled: 200 },
      offered: { offered: 200, confirmed: 200, cancelled: 200 },
      expired: { expired: 200 },
      cancelled: { cancelled: 200 },
    }
    it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))(
      '%s → %s',
      async (from, to) => {
        const { event: client, id } = await inState(from)
        expect((await client.read(id)).status).toBe(from)
        const { status, body } = await client.patch(id, { status: to })
        const expected = allowed[from]?.[to] ?? 409
        expect([status, status === 200 ? body.status : body.code]).toEqual([
          expected,
          expected === 200
            ? to
            : from === 'waitlisted' && to === 'confirmed'
              ? 'capacity-full'
              : 'invalid-transition',
        ])
        expect((await client.read(id)).status).toBe(expected === 200 ? to : from)
      },
    )
  })
})
