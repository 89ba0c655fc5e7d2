import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type Attendee, attend, createConference, primaryOf, type Registered } from '../attendee-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

type Conference = Awaited<ReturnType<typeof createConference>>
type Refused = { code: string; errors?: { pointer: string; code: string }[] }

onEachApp('changing an attendee', (running) => {
  let organiser: Organiser
  let event: Conference
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
  })

  const patch = <B = Attendee>(id: string, body: Json, headers: Record<string, string> = {}) =>
    organiser.call<B>('PATCH', `/eventdata/attendees/${id}`, { body, headers })
  const read = async (id: string) =>
    (await organiser.call<Attendee>('GET', `/eventdata/attendees/${id}`)).body
  const registrationOf = async ({ id }: Registered) =>
    (
      await organiser.call<Registered & { answers: Json }>(
        'GET',
        `/registration/api/v1/events/${event.id}/registrations/${id}`,
      )
    ).body

  it('changes names and addresses, and nothing of who registered', async () => {
    const registered = await attend(organiser, event)
    const { id, version } = primaryOf(registered)
    const answer = await patch(id, {
      firstName: 'Ada',
      email: 'Ada@Example.org',
      company: 'Analytical',
      title: null,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      firstName: 'Ada',
      lastName: 'Example',
      email: 'Ada@Example.org',
      company: 'Analytical',
      version: version + 1,
    })
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"${version + 1}-`))
    expect(await read(id)).toEqual(answer.body)
    expect(await registrationOf(registered)).toMatchObject({ registrant: { firstName: 'Grace' } })
    const found = await organiser.call<{ data: Attendee[] }>(
      'GET',
      '/eventdata/attendees?email=ADA@example.ORG',
    )
    expect(found.body.data.map((one) => one.id)).toEqual([id])
    const byWord = await organiser.call<{ data: Attendee[] }>('GET', '/eventdata/attendees?q=analyt')
    expect(byWord.body.data.map((one) => one.id)).toEqual([id])
  })

  it('takes the place of the path that names its event', async () => {
    const other = await createConference(running(), organiser)
    const { id } = primaryOf(await attend(organiser, event))
    const at = (eventId: string) =>
      organiser.call('PATCH', `/registration/api/v1/events/${eventId}/attendees/${id}`, {
        body: { phone: '+491' },
      })
    expect((await at(other.id)).status).toBe(404)
    expect((await at(event.id)).body).toMatchObject({ phone: '+491' })
  })

  describe('answers', () => {
    it('merge, lose what is hidden, and are the registration of the primary attendee', async () => {
      const registered = await attend(organiser, event)
      const { id } = primaryOf(registered)
      const before = await registrationOf(registered)
      const { body } = await patch(id, { answers: { badge: 'Ada', note: 'hidden' } })
      expect(body.answers).toEqual({ role: 'Engineer', badge: 'Ada' })
      const after = await registrationOf(registered)
      expect(after.answers).toEqual(body.answers)
      expect(after.version).toBe(before.version + 1)
      expect((await patch(id, { answers: { badge: null } })).body.answers).toEqual({ role: 'Engineer' })
    })

    it('are judged by the form', async () => {
      const { id } = primaryOf(await attend(organiser, event))
      const { status, body } = await patch<Refused>(id, { answers: { role: null, odd: 1, diet: 'meat' } })
      expect(status).toBe(422)
      expect(body.errors?.map(({ pointer }) => pointer).sort()).toEqual([
        '/answers/diet',
        '/answers/odd',
        '/answers/role',
      ])
    })

    it('of a guest need not be all there, and are not the registration', async () => {
      const registered = await attend(organiser, event, {
        attendees: [
          { firstName: 'Grace', lastName: 'Example' },
          { firstName: 'Alan', lastName: 'Guest' },
        ],
      })
      const guest = registered.attendees.find((one) => one.isGuest === true)
      const { status, body } = await patch(String(guest?.id), { answers: { badge: 'Al' } })
      expect([status, body.answers]).toEqual([200, { badge: 'Al' }])
      expect((await registrationOf(registered)).answers).toEqual({ role: 'Engineer' })
    })

    it('take and free the places of choices', async () => {
      const [first, second] = [await attend(organiser, event), await attend(organiser, event)].map(primaryOf)
      expect((await patch(String(first?.id), { answers: { diet: 'vegan', note: 'a' } })).status).toBe(200)
      const full = await patch<Refused>(String(second?.id), { firstName: 'No', answers: { diet: 'vegan' } })
      expect([full.status, full.body.code]).toEqual([409, 'capacity-full'])
      expect(await read(String(second?.id))).toMatchObject({
        firstName: 'Grace',
        answers: { role: 'Engineer' },
      })
      expect((await patch(String(first?.id), { answers: { diet: 'none' } })).body.answers).toEqual({
        role: 'Engineer',
        diet: 'none',
      })
      expect((await patch(String(second?.id), { answers: { diet: 'vegan' } })).status).toBe(200)
      expect((await patch(String(second?.id), { answers: { diet: null } })).status).toBe(200)
    })

    it('of many at once sell a choice once', async () => {
      const many = await Promise.all(Array.from({ length: 10 }, () => attend(organiser, event)))
      const answers = await Promise.all(
        many.map((one) => patch(primaryOf(one).id, { answers: { diet: 'vegan' } })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      const winner = many.find((_one, index) => answers[index]?.status === 200)
      if (winner !== undefined) await patch(primaryOf(winner).id, { answers: { diet: null } })
    })
  })

  it('refuses another version than the caller knows', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const { headers } = await organiser.call('GET', `/eventdata/attendees/${id}`)
    const etag = String(headers.get('etag'))
    expect((await patch(id, { title: 'One' }, { 'if-match': etag })).status).toBe(200)
    expect((await patch(id, { title: 'Two' }, { 'if-match': etag })).status).toBe(412)
    expect(await read(id)).toMatchObject({ title: 'One' })
  })

  it('loses no change of many at once', async () => {
    const { id, version } = primaryOf(await attend(organiser, event))
    const bodies = [{ phone: '+491' }, { company: 'C' }, { title: 'T' }, { answers: { badge: 'B' } }]
    const answers = await Promise.all(bodies.map((body) => patch(id, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await read(id)).toMatchObject({
      phone: '+491',
      company: 'C',
      title: 'T',
      answers: { badge: 'B' },
      version: version + 4,
    })
  })

  it.each([
    [{ status: 'active' }, '/status'],
    [{ isGuest: true }, '/isGuest'],
    [{ firstName: null }, '/firstName'],
    [{ firstName: '' }, '/firstName'],
    [{ email: 'nobody' }, '/email'],
    [{ company: 'a\0b' }, undefined],
    [
      {
        externalReferences: [
          { system: 'crm', id: '1' },
          { system: 'crm', id: '2' },
        ],
      },
      '/externalReferences/1/system',
    ],
  ])('refuses %j', async (body, pointer) => {
    const { id } = primaryOf(await attend(organiser, event))
    const answer = await patch<Refused>(id, body)
    expect([400, 422]).toContain(answer.status)
    if (pointer !== undefined) expect(answer.body.errors?.map((one) => one.pointer)).toContain(pointer)
  })

  it('takes away what is null', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const externalReferences = [{ system: 'crm', id: 'C-1' }]
    const crm = await patch(id, { externalReferences, checkedIn: true })
    expect(crm.body).toMatchObject({ externalReferences, checkedIn: true })
    const cleared = await patch(id, { externalReferences: null, checkedIn: null, email: null })
    expect(cleared.body).toMatchObject({ externalReferences: [], checkedIn: false, email: null })
    const { body } = await patch<Refused>(id, { answers: null })
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(['/answers/role'])
  })

  it('replaces: what is left out is cleared', async () => {
    const { id } = primaryOf(
      await attend(organiser, event, { registrant: { company: 'Navy', phone: '+491' } }),
    )
    const put = (body: Json) => organiser.call<Attendee>('PUT', `/eventdata/attendees/${id}`, { body })
    expect((await put({ firstName: 'A', lastName: 'B' })).status).toBe(422)
    expect((await put({ firstName: 'A', answers: { role: 'x' } })).status).toBe(422)
    const { status, body } = await put({ firstName: 'A', lastName: 'B', answers: { role: 'Pilot' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      firstName: 'A',
      lastName: 'B',
      email: null,
      company: null,
      phone: null,
      answers: { role: 'Pilot' },
    })
  })

  it('checks in by hand and takes it back', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const summary = async () =>
      (
        await organiser.call<{ summary: Json; data: Json[] }>(
          'GET',
          `/registration/api/v1/events/${event.id}/attendance?attendeeId=${id}`,
        )
      ).body
    const start = await summary()
    const { body } = await patch(id, { checkedIn: true, title: 'Here' })
    expect(body).toMatchObject({ checkedIn: true, title: 'Here' })
    expect(body.checkedInAt).toBeTruthy()
    expect((await patch(id, { checkedIn: true })).status).toBe(200)
    const inside = await summary()
    expect(inside.data).toMatchObject([{ status: 'checked-in', method: 'manual', mode: 'in-person' }])
    expect(inside.summary.checkedIn).toBe(Number(start.summary.checkedIn) + 1)
    expect((await patch(id, { checkedIn: false })).body).toMatchObject({
      checkedIn: false,
      checkedInAt: null,
    })
    expect(await summary()).toEqual(start)
  })

  it('remembers that somebody came when the registration is cancelled', async () => {
    const { id, attendees } = await attend(organiser, event)
    await patch(String(attendees[0]?.id), { checkedIn: true })
    await organiser.call('POST', `/registration/api/v1/events/${event.id}/registrations/${id}/cancel`)
    expect(await read(String(attendees[0]?.id))).toMatchObject({
      status: 'cancelled',
      checkedIn: true,
    })
    const again = await patch(String(attendees[0]?.id), { checkedIn: true })
    expect([again.status, again.body.status]).toEqual([200, 'cancelled'])
  })

  it('knows no attendee of another organisation', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const stranger = await createOrganiser(running())
    for (const method of ['GET', 'PATCH', 'PUT']) {
      const body = method === 'GET' ? {} : { body: { firstName: 'A', lastName: 'B' } }
      expect((await stranger.call(method, `/eventdata/attendees/${id}`, body)).status).toBe(404)
      expect((await organiser.call(method, '/eventdata/attendees/nobody', body)).status).toBe(404)
    }
    const list = await stranger.call<{ data: unknown[] }>('GET', `/eventdata/attendees?eventId=${event.id}`)
    expect([list.status, list.body.data]).toEqual([200, []])
    const reader = await createOrganiser(running(), {
      organisation: organiser.organisation,
      scopes: ['registrations:read'],
    })
    const refused = await reader.call('PATCH', `/eventdata/attendees/${id}`, { body: { title: 'x' } })
    expect(refused.status).toBe(403)
  })
})
