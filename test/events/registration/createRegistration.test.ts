import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

type Registration = Json & { id: string; status: string; attendees: Json[]; sessionIds: string[] }

onEachApp('registering', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const registrations = (eventId: string) => `/registration/api/v1/events/${eventId}/registrations`
  const register = (eventId: string, body: Json = { registrant: newPerson() }, headers = {}) =>
    organiser.call<Registration>('POST', registrations(eventId), { body, headers })
  const eventOf = async (eventId: string) =>
    (await organiser.call('GET', `/registration/api/v1/events/${eventId}`)).body

  it('confirms where there is room, and answers where it is', async () => {
    const { id } = await createEvent(running(), organiser, { event: { capacity: 2 } })
    const made = await register(id)
    expect(made).toMatchObject({ status: 201, body: { status: 'confirmed', source: 'api', version: 1 } })
    expect(made.body.attendees).toHaveLength(1)
    const path = new URL(made.headers.get('location') ?? '').pathname
    const read = await organiser.call('GET', path)
    expect(read.body).toEqual(made.body)
    expect(await eventOf(id)).toMatchObject({ registeredCount: 1, remaining: 1 })
  })

  it('refuses a second live one of the same address, in whatever case', async () => {
    const { id } = await createEvent(running(), organiser)
    const registrant = newPerson()
    await register(id, { registrant })
    const again = await register(id, {
      registrant: { ...registrant, email: registrant.email.toUpperCase() },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate-registration' } })
  })

  it('refuses a second live one of the same address, however its domain is written', async () => {
    const { id } = await createEvent(running(), organiser)
    const registrant = { ...newPerson(), email: 'ada@xn--bcher-kva.example' }
    await register(id, { registrant })
    for (const email of ['ada@bücher.example', 'Ada@BU\u0308CHER.example']) {
      const again = await register(id, { registrant: { ...registrant, email } })
      expect(again).toMatchObject({ status: 409, body: { code: 'duplicate-registration' } })
      const query = new URLSearchParams({ email }).toString()
      const found = await organiser.call<{ data: Json[] }>('GET', `${registrations(id)}?${query}`)
      expect(found.body.data).toHaveLength(1)
    }
  })

  it('is full at the capacity, and takes nothing then', async () => {
    const { id } = await createEvent(running(), organiser, {
      event: { capacity: 1 },
      optionGroups: [{ ref: 'g', name: 'Dinner', options: [{ name: 'Yes', capacity: 5 }] }],
    })
    const groups = await organiser.call<{
      data: { id: string; options: { id: string; remaining: number }[] }[]
    }>('GET', `/registration/api/v1/events/${id}/registrationoptiongroups`)
    const [group] = groups.body.data
    const options = [{ groupId: group?.id, optionId: group?.options[0]?.id }]
    expect((await register(id, { registrant: newPerson(), options })).status).toBe(201)
    const full = await register(id, { registrant: newPerson(), options })
    expect(full).toMatchObject({ status: 409, body: { code: 'capacity-full' } })
    const after = await organiser.call<{ data: { options: { remaining: number }[] }[] }>(
      'GET',
      `/registration/api/v1/events/${id}/registrationoptiongroups`,
    )
    expect(after.body.data[0]?.options[0]?.remaining).toBe(4)
  })

  describe('the waiting list', () => {
    it('is served first come, first served, in the transaction that frees a place', async () => {
      const { id } = await createEvent(running(), organiser, {
        event: { capacity: 1, waitlistEnabled: true },
      })
      const first = await register(id)
      const second = await register(id)
      const third = await register(id)
      expect([first, second, third].map(({ body }) => [body.status, body.waitlistPosition])).toEqual([
        ['confirmed', null],
        ['waitlisted', 1],
        ['waitlisted', 2],
      ])
      expect(await eventOf(id)).toMatchObject({ registeredCount: 1, waitlistedCount: 2, remaining: 0 })
      const cancelled = await organiser.call('POST', `${registrations(id)}/${first.body.id}/cancel`, {
        body: { reason: 'ill' },
      })
      expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', cancelReason: 'ill' } })
      const states = await Promise.all(
        [second, third].map(
          async ({ body }) => (await organiser.call('GET', `${registrations(id)}/${body.id}`)).body,
        ),
      )
      expect(states.map(({ status, waitlistPosition }) => [status, waitlistPosition])).toEqual([
        ['confirmed', null],
        ['waitlisted', 1],
      ])
      expect(await eventOf(id)).toMatchObject({ registeredCount: 1, waitlistedCount: 1, remaining: 0 })
    })

    it('offers a place for a time, and passes it on when the time is over', async () => {
      const { id } = await createEvent(running(), organiser, {
        event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 },
      })
      const [first, second, third] = [await register(id), await register(id), await register(id)]
      await organiser.call('POST', `${registrations(id)}/${first.body.id}/cancel`)
      const read = async (registration: typeof first) =>
        (await organiser.call('GET', `${registrations(id)}/${registration.body.id}`)).body
      expect(await read(second)).toMatchObject({ status: 'offered', expiresAt: expect.any(String) })
      expect(await eventOf(id)).toMatchObject({ registeredCount: 0, waitlistedCount: 1, remaining: 0 })
      running().clock.advance(3_600_000)
      expect(await read(second)).toMatchObject({ status: 'expired' })
      const late = await organiser.call('PATCH', `${registrations(id)}/${second.body.id}`, {
        body: { status: 'confirmed' },
      })
      expect(late).toMatchObject({ status: 409, body: { code: 'invalid-transition' } })
      await running().app.background.drain()
      expect(await read(third)).toMatchObject({ status: 'offered' })
      const taken = await organiser.call('PATCH', `${registrations(id)}/${third.body.id}`, {
        body: { status: 'confirmed' },
      })
      expect(taken).toMatchObject({ status: 200, body: { status: 'confirmed', expiresAt: null } })
      expect(await eventOf(id)).toMatchObject({ registeredCount: 1, waitlistedCount: 0, remaining: 0 })
    })
  })

  it('is pending where approval is asked, and takes its place when approved', async () => {
    const { id } = await createEvent(running(), organiser, { event: { capacity: 1, approvalRequired: true } })
    const [first, second] = [await register(id), await register(id)]
    expect(first.body.status).toBe('pending')
    expect(await eventOf(id)).toMatchObject({ registeredCount: 0, remaining: 1 })
    const approve = (registration: typeof first) =>
      organiser.call('POST', `${registrations(id)}/${registration.body.id}/approve`)
    expect(await approve(first)).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await approve(first)).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await approve(second)).toMatchObject({ status: 409, body: { code: 'capacity-full' } })
    const declined = await organiser.call('POST', `${registrations(id)}/${second.body.id}/decline`)
    expect(declined).toMatchObject({ status: 200, body: { status: 'declined' } })
    expect(await approve(second)).toMatchObject({ status: 409, body: { code: 'invalid-transition' } })
  })

  it('takes guests, each with a place', async () => {
    const { id } = await createEvent(running(), organiser, { event: { capacity: 3 } })
    const made = await register(id, { registrant: newPerson(), attendees: [newPerson(), newPerson()] })
    expect(made.body.attendees.map(({ isGuest }) => isGuest)).toEqual([false, true])
    expect(await eventOf(id)).toMatchObject({ registeredCount: 2, remaining: 1 })
    const tooMany = await register(id, { registrant: newPerson(), attendees: [newPerson(), newPerson()] })
    expect(tooMany.status).toBe(409)
  })

  it('fills members of the registrant from answers, and of the attendee who is the registrant', async () => {
    const fields = [{ name: 'firm', label: 'Firm', type: 'text', personalData: 'company' }]
    const { id } = await createEvent(running(), organiser, { form: { sections: [{ title: 'You', fields }] } })
    const answers = { firm: 'Navy' }
    const [registrant, same, assistant] = [newPerson(), newPerson(), newPerson()]
    const filled = [
      await register(id, { registrant, answers }),
      await register(id, { registrant: same, attendees: [same, newPerson()], answers }),
      await register(id, { registrant: assistant, attendees: [newPerson()], answers }),
    ].map(({ body }) => [(body.registrant as Json).company, ...body.attendees.map(({ company }) => company)])
    expect(filled).toEqual([
      ['Navy', 'Navy'],
      ['Navy', 'Navy', null],
      ['Navy', null],
    ])
    const found = await organiser.call<{ data: Json[] }>(
      'POST',
      `/registration/api/v1/events/${id}/attendees/search`,
      {
        body: { filter: { field: 'company', op: 'eq', value: 'Navy' } },
      },
    )
    expect(found.body.data).toHaveLength(2)
  })

  it('answers the same to the same Idempotency-Key', async () => {
    const { id } = await createEvent(running(), organiser)
    const body = { registrant: newPerson() }
    const all = await Promise.all(
      Array.from({ length: 10 }, () => register(id, body, { 'idempotency-key': 'k1' })),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(all.map((answer) => answer.body.id)).size).toBe(1)
    const other = await register(id, { registrant: newPerson() }, { 'idempotency-key': 'k1' })
    expect(other.status).toBe(422)
  })

  it('enrols in sessions by their places', async () => {
    const { id } = await createEvent(running(), organiser, {
      sessions: [
        {
          ref: 'key',
          code: 'KEY',
          title: 'Opening',
          start: '2031-05-06T09:30:00+02:00',
          end: '2031-05-06T10:30:00+02:00',
          included: true,
        },
        {
          ref: 'lab',
          code: 'LAB',
          title: 'Lab',
          start: '2031-05-06T11:00:00+02:00',
          end: '2031-05-06T12:30:00+02:00',
          capacity: 1,
        },
        {
          ref: 'talk',
          code: 'TALK',
          title: 'Talk',
          start: '2031-05-06T12:00:00+02:00',
          end: '2031-05-06T13:00:00+02:00',
          capacity: 1,
          waitlistEnabled: true,
        },
      ],
    })
    const sessions = await organiser.call<{ data: { id: string; code: string }[] }>(
      'GET',
      `/registration/api/v1/events/${id}/sessions`,
    )
    const [key, lab, talk] = sessions.body.data.map((session) => session.id) as [string, string, string]
    const first = await register(id, { registrant: newPerson(), sessionIds: [lab] })
    expect(first.body.sessionIds.sort()).toEqual([key, lab].sort())
    expect(await register(id, { registrant: newPerson(), sessionIds: [lab] })).toMatchObject({
      status: 409,
      body: { code: 'capacity-full' },
    })
    const clash = await organiser.call(
      'PUT',
      `/registration/api/v1/events/${id}/sessions/${talk}/registrations/${first.body.id}`,
    )
    expect(clash).toMatchObject({ status: 409, body: { code: 'session-clash' } })
    const [second, third] = [
      await register(id, { registrant: newPerson(), sessionIds: [talk] }),
      await register(id, { registrant: newPerson(), sessionIds: [talk] }),
    ]
    expect(second.status).toBe(201)
    const listed = await organiser.call<{ data: Json[] }>(
      'GET',
      `/registration/api/v1/events/${id}/sessions/${talk}/registrations`,
    )
    expect(listed.body.data.map(({ status }) => status)).toEqual(['registered', 'waitlisted'])
    const removed = await organiser.call(
      'DELETE',
      `/registration/api/v1/events/${id}/sessions/${talk}/registrations/${second.body.id}`,
    )
    expect(removed.status).toBe(204)
    const promoted = await organiser.call<{ data: Json[] }>(
      'GET',
      `/registration/api/v1/events/${id}/sessions/${talk}/registrations`,
    )
    expect(promoted.body.data).toMatchObject([{ status: 'registered', registrationId: third.body.id }])
    const again = await organiser.call(
      'DELETE',
      `/registration/api/v1/events/${id}/sessions/${talk}/registrations/${second.body.id}`,
    )
    expect(again.status).toBe(404)
    const everyone = await organiser.call<{ data: Json[] }>(
      'GET',
      `/registration/api/v1/events/${id}/sessions/${key}/registrations`,
    )
    expect(everyone.body.data).toHaveLength(3)
  })
})
