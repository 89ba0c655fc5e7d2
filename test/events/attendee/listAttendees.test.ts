import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type Attendee, attend, createConference, primaryOf } from '../attendee-scene.ts'
import { createOrganiser, type Organiser } from '../scene.ts'

type Conference = Awaited<ReturnType<typeof createConference>>

type Page = { data: Attendee[]; paging: { nextCursor: string | null; totalCount?: number } }

onEachApp('listing attendees', (running) => {
  let organiser: Organiser
  let event: Conference
  let other: Conference
  const ids: string[] = []
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
    other = await createConference(running(), organiser)
    const registrant = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.org', company: 'Enginé' }
    ids.push(primaryOf(await attend(organiser, event, { registrant })).id)
    const guests = [
      { firstName: 'Grace', lastName: 'Hopper' },
      { firstName: 'Alan', lastName: 'Guest', email: 'alan@example.org' },
    ]
    const group = await attend(organiser, event, {
      type: 'SPK',
      attendees: guests,
      sessionIds: [event.sessions.LAB],
    })
    ids.push(...group.attendees.map(({ id }) => id))
    await attend(organiser, other)
    const gone = await attend(organiser, other, { sessionIds: [other.sessions.LAB] })
    const path = `/registration/api/v1/events/${other.id}/registrations/${gone.id}/cancel`
    expect((await organiser.call('POST', path)).status).toBe(200)
  })

  const list = async (path: string) => (await organiser.call<Page>('GET', path)).body.data

  it('gives those of the organisation, or of an event, in the order of their ids', async () => {
    expect((await list('/eventdata/attendees')).length).toBe(5)
    for (const path of [
      `/eventdata/attendees?eventId=${event.id}`,
      `/registration/api/v1/events/${event.id}/attendees`,
    ])
      expect((await list(path)).map(({ id }) => id)).toEqual(ids)
  })

  it('names the sessions that each one has: enrolled, and included for the type', async () => {
    const [ada, grace, alan] = await list(`/registration/api/v1/events/${event.id}/attendees`)
    const { KEY = '', GREEN = '', LAB = '' } = event.sessions
    expect(ada?.sessionIds).toEqual([KEY])
    expect(grace?.sessionIds).toEqual([KEY, GREEN, LAB].sort())
    expect(alan?.sessionIds).toEqual(grace?.sessionIds)
    expect(alan).toMatchObject({ isGuest: true, primaryAttendeeId: grace?.id })
    const gone = await list(`/eventdata/attendees?eventId=${other.id}&status=cancelled`)
    expect(gone.map(({ sessionIds }) => sessionIds)).toEqual([[]])
  })

  it.each([
    ['email=ADA@EXAMPLE.ORG', [0]],
    ['q=engine%20ada', [0]],
    ['q=hopp', [1]],
    ['status=active', [0, 1, 2]],
    ['status=waitlisted', []],
    ['checkedIn=false', [0, 1, 2]],
    ['checkedIn=true', []],
    ['email=nobody@example.org', []],
  ])('finds by %s', async (query, found) => {
    const wanted = found.map((index) => ids[index])
    expect((await list(`/eventdata/attendees?eventId=${event.id}&${query}`)).map(({ id }) => id)).toEqual(
      wanted,
    )
    expect(
      (await list(`/registration/api/v1/events/${event.id}/attendees?${query}`)).map(({ id }) => id),
    ).toEqual(wanted)
  })

  it.each(['status=odd', 'checkedIn=perhaps', 'odd=1', 'pageSize=201', 'cursor=x'])(
    'refuses %s',
    async (query) => {
      expect((await organiser.call('GET', `/eventdata/attendees?${query}`)).status).toBe(400)
    },
  )

  it('pages', async () => {
    const first = (await organiser.call<Page>('GET', '/eventdata/attendees?pageSize=3&count=true')).body
    expect(first.paging.totalCount).toBe(5)
    const rest = await list(`/eventdata/attendees?pageSize=3&cursor=${first.paging.nextCursor}`)
    expect([...first.data, ...rest].map(({ id }) => id)).toEqual(
      (await list('/eventdata/attendees')).map(({ id }) => id),
    )
  })

  it('tells whoever follows it of a change and of a check-in', async () => {
    const path = `/registration/api/v1/events/${event.id}/attendees`
    const all = () => organiser.call<Page>('GET', `${path}?updatedSince=2000-01-01T00:00:00Z`)
    // A transaction of somebody else, however long, keeps PostgreSQL from telling of what came after it.
    await expect.poll(async () => (await all()).body.data.length).toBe(3)
    const start = await all()
    await organiser.call('PATCH', `${path}/${ids[1]}`, { body: { title: 'Admiral' } })
    await organiser.call('POST', `/registration/api/v1/events/${event.id}/attendance`, {
      body: { attendeeId: ids[0] },
    })
    const token = start.headers.get('x-sync-token')
    const since = async () => (await list(`${path}?updatedSince=${token}`)).map(({ id }) => id)
    await expect.poll(since).toEqual([ids[1], ids[0]])
    expect((await list(`/eventdata/attendees?checkedIn=true`)).map(({ id }) => id)).toEqual([ids[0]])
  })

  describe('one of them', () => {
    it('is not sent again where the caller has it', async () => {
      const path = `/registration/api/v1/events/${event.id}/attendees/${ids[2]}`
      const { headers, body } = await organiser.call('GET', path)
      expect(body.firstName).toBe('Alan')
      const again = await organiser.call('GET', path, {
        headers: { 'if-none-match': String(headers.get('etag')) },
      })
      expect(again.status).toBe(304)
    })
    it('is another one once a session is included', async () => {
      const path = `/eventdata/attendees/${ids[2]}`
      const etag = String((await organiser.call('GET', path)).headers.get('etag'))
      const made = await organiser.call<{ id: string }>('POST', '/eventdata/sessions', {
        body: {
          eventId: event.id,
          title: 'Closing',
          start: '2031-05-07T15:00:00+02:00',
          end: '2031-05-07T16:00:00+02:00',
          included: true,
        },
      })
      const { status, body } = await organiser.call<Attendee>('GET', path, {
        headers: { 'if-none-match': etag },
      })
      expect(status).toBe(200)
      expect(body.sessionIds).toContain(made.body.id)
    })
    it('is not there in another event', async () => {
      const path = `/registration/api/v1/events/${other.id}/attendees/${ids[2]}`
      expect((await organiser.call('GET', path)).status).toBe(404)
    })
  })

  it('streams lines and a table', async () => {
    const lines = await organiser.call('GET', '/eventdata/attendees', {
      headers: { accept: 'application/x-ndjson' },
    })
    expect(lines.text.trim().split('\n')).toHaveLength(5)
    const table = await organiser.call('GET', '/eventdata/attendees', { headers: { accept: 'text/csv' } })
    expect(table.text).toMatch(/^id,eventId,registrationId,/)
  })
})
