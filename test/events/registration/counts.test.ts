import { beforeAll, describe, expect, it } from 'vitest'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { faultsIn } from '../race-scene.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

type Page = { data: { status: string }[]; paging: { totalCount: number } }

const states = ['pending', 'confirmed', 'declined', 'waitlisted', 'offered', 'expired', 'cancelled']
const people = (count: number) => Array.from({ length: count }, newPerson)
const start = '2031-05-06T10:00:00+02:00'
const end = '2031-05-06T11:00:00+02:00'

onEachApp('counted registrations', (running) => {
  let organiser: Organiser
  let event: EventClient
  let other: EventClient
  const database = () => running().app.context.database
  const read = async (path: string) => {
    const { status, body } = await organiser.call<Page>('GET', path)
    expect(status).toBe(200)
    return { count: body.paging.totalCount, rows: body.data.length }
  }
  const countOf = async (path: string) => (await read(path)).count
  const change = (id: string, action: 'approve' | 'decline' | 'cancel') =>
    event.call('POST', `/registrations/${id}/${action}`, {})
  const set = (column: string, value: number, { eventId, status }: { eventId: string; status: string }) =>
    database().run(
      statementOnce<Record<string, Json>, unknown>((db) =>
        db
          .updateTable('events_status_counts')
          .set({ [column]: value })
          .where('event_id', '=', eventId)
          .where('status', '=', status),
      ),
      {},
    )

  beforeAll(async () => {
    organiser = await createOrganiser(running())
    const session = { code: 'LAB', title: 'Lab', start, end, capacity: 3, waitlistEnabled: true }
    const plenary = {
      code: 'ALL',
      title: 'Plenary',
      start: end,
      end: '2031-05-06T12:00:00+02:00',
      included: true,
    }
    event = await openEvent(running(), organiser, {
      event: { capacity: 6, waitlistEnabled: true, maxGuests: 5 },
      registrationTypes: [
        { code: 'A', name: 'A' },
        { code: 'ASK', name: 'Ask', approvalRequired: true },
      ],
      sessions: [session, plenary],
    })
    other = await openEvent(running(), organiser)
    await other.take()
    const type = { registrationTypeId: event.types.A, sessionIds: [event.sessions.LAB] }
    const asking = { registrationTypeId: event.types.ASK }
    const group = await event.take({ ...type, attendees: people(3) })
    await event.take({ ...type, attendees: people(2) })
    const [approved, declined] = [await event.take(asking), await event.take(asking)]
    await event.take(asking)
    await change(approved.id, 'approve')
    await change(declined.id, 'decline')
    await event.take({ ...type, attendees: people(2) })
    const leaving = await event.take(type)
    await event.take(type)
    await change(leaving.id, 'cancel')
    // Two from the waiting list get the places of three.
    await change(group.id, 'cancel')
  })

  it('were of every kind that the tests need', async () => {
    const counts = await Promise.all(
      states.map(
        async (status) =>
          [
            status,
            await countOf(`/eventdata/registrations?eventId=${event.id}&status=${status}&count=true`),
          ] as const,
      ),
    )
    expect(Object.fromEntries(counts)).toEqual({
      ...{ pending: 1, confirmed: 4, declined: 1, waitlisted: 0, offered: 0, expired: 0, cancelled: 2 },
    })
  })

  it.each([undefined, ...states])('are as many as the list has, with status %s', async (status) => {
    const wanted = status === undefined ? '' : `&status=${status}`
    for (const path of [
      `/registration/api/v1/events/${event.id}/registrations?count=true${wanted}`,
      `/eventdata/registrations?count=true&eventId=${event.id}${wanted}`,
      `/eventdata/registrations?count=true${wanted}`,
    ]) {
      const { count, rows } = await read(path)
      expect(count, path).toBe(rows)
    }
  })

  it.each([undefined, 'active', 'waitlisted', 'cancelled'])(
    'have as many attendees as the list has, with status %s',
    async (status) => {
      const wanted = status === undefined ? '' : `&status=${status}`
      for (const path of [
        `/registration/api/v1/events/${event.id}/attendees?count=true${wanted}`,
        `/eventdata/attendees?count=true&eventId=${event.id}${wanted}`,
        `/eventdata/attendees?count=true${wanted}`,
      ]) {
        const { count, rows } = await read(path)
        expect(count, path).toBe(rows)
      }
    },
  )

  it.each(['LAB', 'ALL'])('are as many in the session %s as its list has', async (code) => {
    const path = `/registration/api/v1/events/${event.id}/sessions/${event.sessions[code]}/registrations?count=true`
    for (const status of ['', '&status=registered', '&status=waitlisted', '&status=cancelled']) {
      const { count, rows } = await read(path + status)
      expect(count, status).toBe(rows)
    }
    expect(await countOf(path)).toBeGreaterThan(2)
  })

  it('are not counted with filters that no counter knows, nor those of another organisation', async () => {
    const base = `/registration/api/v1/events/${event.id}`
    expect(await countOf(`${base}/registrations?count=true&registrationTypeId=${event.types.ASK}`)).toBe(3)
    expect(await countOf(`${base}/registrations?count=true&email=nobody@example.org`)).toBe(0)
    expect(await countOf(`${base}/attendees?count=true&checkedIn=true`)).toBe(0)
    const stranger = await createOrganiser(running())
    for (const list of ['registrations', 'attendees'])
      for (const filter of ['', `&eventId=${event.id}`]) {
        const { body } = await stranger.call<Page>('GET', `/eventdata/${list}?count=true${filter}`)
        expect([body.data.length, body.paging.totalCount]).toEqual([0, 0])
      }
  })

  it('agree with a recount', async () => {
    expect(await faultsIn(database())).toEqual([])
  })

  describe('where the counters are changed behind its back', () => {
    const registrations = () => `/eventdata/registrations?eventId=${other.id}&count=true`

    it('answers what the counters say', async () => {
      await set('registrations', 77, { eventId: other.id, status: 'confirmed' })
      await set('people', 99, { eventId: other.id, status: 'confirmed' })
      expect(await countOf(registrations())).toBe(77)
      expect(await countOf(`/eventdata/attendees?eventId=${other.id}&count=true`)).toBe(99)
      expect(await faultsIn(database())).toEqual([
        'status confirmed: registrations says 77, and there are 1',
        'status confirmed: people says 99, and there are 1',
      ])
    })

    it('counts all rows again if there are deleted ones among them', async () => {
      expect(await countOf(`${registrations()}&includeDeleted=true`)).toBe(1)
    })

    it('counts all rows of an event without counters, as an earlier release creates it', async () => {
      await database().run(
        statementOnce<Record<string, Json>, unknown>((db) =>
          db.deleteFrom('events_status_counts').where('event_id', '=', other.id),
        ),
        {},
      )
      const all = await countOf('/eventdata/registrations?count=true')
      expect([await countOf(registrations()), all]).toEqual([1, 9])
      await other.take()
      expect([await countOf(registrations()), await faultsIn(database())]).toEqual([2, []])
    })
  })
})
