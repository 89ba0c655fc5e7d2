import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseEvent } from '../../../src/events/configuration/erase-event.ts'
import { recountStatuses, startCounting } from '../../../src/events/places/status-count-store.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { faultsIn } from '../race-scene.ts'
import { type EventClient, openEvent, type Registration } from '../registrations.ts'
import { createEvent, createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'
import { deafService } from '../service.ts'

type Page = { data: { status: string }[]; paging: { totalCount: number } }

const states = ['pending', 'confirmed', 'declined', 'waitlisted', 'offered', 'expired', 'cancelled']
const people = (count: number) => Array.from({ length: count }, newPerson)
const start = '2031-05-06T10:00:00+02:00'
const end = '2031-05-06T11:00:00+02:00'

onEachApp('counted registrations', (running) => {
  let organiser: Organiser
  let event: EventClient
  let other: EventClient
  let group: Registration
  const database = () => running().app.context.database
  const read = async (path: string) => {
    const { status, body } = await organiser.call<Page>('GET', path)
    expect(status).toBe(200)
    return { count: body.paging.totalCount, rows: body.data.length }
  }
  const countOf = async (path: string) => (await read(path)).count
  const change = (id: string, action: 'approve' | 'decline' | 'cancel') =>
    event.call('POST', `/registrations/${id}/${action}`, {})
  /** Changes a counter behind the product's back. */
  const add = (table: string, column: string, by: number, where: Record<string, string>) =>
    database().run(
      statementOnce<Record<string, Json>, unknown>((db) => {
        const update = db.updateTable(table).set({ [column]: sql`${sql.ref(column)} + ${by}` })
        return Object.entries(where).reduce((all, [name, value]) => all.where(name, '=', value), update)
      }),
      {},
    )
  const addStatus = (column: 'registrations' | 'people', by: number, eventId: string) =>
    add('events_status_counts', column, by, { event_id: eventId, status: 'confirmed' })
  const addTaken = (by: number, id: string) => add('events_places', 'taken', by, { id })

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
    const asked = { ...plenary, code: 'ASKED', title: 'Asked', registrationTypeIds: ['ask'] }
    event = await openEvent(running(), organiser, {
      event: { capacity: 6, waitlistEnabled: true, maxGuests: 5 },
      registrationTypes: [
        { code: 'A', name: 'A' },
        { ref: 'ask', code: 'ASK', name: 'Ask', approvalRequired: true },
      ],
      sessions: [session, plenary, asked],
    })
    other = await openEvent(running(), organiser)
    await other.take()
    const type = { registrationTypeId: event.types.A, sessionIds: [event.sessions.LAB] }
    const asking = { registrationTypeId: event.types.ASK }
    group = await event.take({ ...type, attendees: people(3) })
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
    await event.take({ registrationTypeId: event.types.A, attendees: people(4) })
    const offering = await openEvent(running(), organiser, {
      event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 },
    })
    const first = await offering.take()
    await offering.take()
    await offering.take()
    await offering.call('POST', `/registrations/${first.id}/cancel`, {})
  })

  it('have nearly every status in these tests', async () => {
    const counts = await Promise.all(
      states.map(
        async (status) =>
          [status, await countOf(`/eventdata/registrations?status=${status}&count=true`)] as const,
      ),
    )
    expect(Object.fromEntries(counts)).toEqual({
      ...{ pending: 1, confirmed: 5, declined: 1, waitlisted: 2, offered: 1, expired: 0, cancelled: 3 },
    })
  })

  it.each([undefined, ...states])('match the list, with status %s', async (status) => {
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
    'have as many attendees as their list, with status %s',
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

  it.each(['LAB', 'ALL', 'ASKED'])('match the list of the session %s', async (code) => {
    const path = `/registration/api/v1/events/${event.id}/sessions/${event.sessions[code]}/registrations?count=true`
    for (const status of ['', '&status=registered', '&status=waitlisted', '&status=cancelled']) {
      const { count, rows } = await read(path + status)
      expect(count, status).toBe(rows)
    }
    expect(await countOf(path)).toBeGreaterThan(0)
  })

  it('are not counted with filters that no counter knows, nor those of another organisation', async () => {
    const base = `/registration/api/v1/events/${event.id}`
    expect(await countOf(`${base}/registrations?count=true&registrationTypeId=${event.types.ASK}`)).toBe(3)
    expect(await countOf(`${base}/registrations?count=true&email=nobody@example.org`)).toBe(0)
    expect(await countOf(`${base}/attendees?count=true&checkedIn=true`)).toBe(0)
    expect(await countOf(`${base}/attendees?count=true&email=nobody@example.org`)).toBe(0)
    const list = '/eventdata/registrations?count=true'
    expect(await countOf(`${list}&attendeeId=${group.attendees[0]?.id}`)).toBe(1)
    const inLab = await read(`${list}&sessionId=${event.sessions.LAB}`)
    expect(inLab.count).toBe(inLab.rows)
    expect(inLab.count).toBeLessThan(await countOf(list))
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

  describe('come from counters', () => {
    const addFive = async (sign: 1 | -1) => {
      for (const column of ['registrations', 'people'] as const) await addStatus(column, sign * 5, event.id)
      for (const id of [event.id, event.sessions.LAB ?? '']) await addTaken(sign * 5, id)
    }
    beforeAll(() => addFive(1))
    afterAll(() => addFive(-1))

    it.each([
      'registrations?',
      'registrations?status=confirmed&',
      'attendees?',
      'attendees?status=active&',
      'sessions/LAB/registrations?',
      'sessions/LAB/registrations?status=registered&',
      'sessions/ALL/registrations?',
      'sessions/ALL/registrations?status=registered&',
    ])('in an event: %s', async (list) => {
      const path = list.replace(/LAB|ALL/, (code) => event.sessions[code] ?? '')
      const { count, rows } = await read(`/registration/api/v1/events/${event.id}/${path}count=true`)
      expect(count).toBe(rows + 5)
    })

    it.each(['registrations?', 'registrations?status=confirmed&', 'attendees?', 'attendees?status=active&'])(
      'for all events, and for one: %s',
      async (list) => {
        for (const filter of ['', `&eventId=${event.id}`]) {
          const { count, rows } = await read(`/eventdata/${list}count=true${filter}`)
          expect(count, filter).toBe(rows + 5)
        }
      },
    )
  })

  describe('where counters are wrong or missing', () => {
    const registrations = () => `/eventdata/registrations?eventId=${other.id}&count=true`
    const attendees = () => `/eventdata/attendees?eventId=${other.id}&count=true`
    const remove = (eventId: string) =>
      database().run(
        statementOnce<Record<string, Json>, unknown>((db) =>
          db.deleteFrom('events_status_counts').where('event_id', '=', eventId),
        ),
        {},
      )

    it('are what the counters say, and a recount finds it', async () => {
      await addStatus('registrations', 76, other.id)
      expect([await countOf(registrations()), await countOf(attendees())]).toEqual([77, 1])
      expect(await faultsIn(database())).toEqual(['status confirmed: registrations says 77, and there are 1'])
    })

    it('are counted row by row together with deleted ones', async () => {
      expect(await countOf(`${registrations()}&includeDeleted=true`)).toBe(1)
    })

    const faulty: [string, (sign: 1 | -1) => Promise<unknown>][] = [
      ['a counter is below 0', (sign) => addStatus('registrations', sign * -100, other.id)],
      ['more people are counted than have places', (sign) => addStatus('people', sign, other.id)],
      ['fewer people are counted than have places', (sign) => addTaken(sign, other.id)],
      [
        'fewer people are counted than wait',
        (sign) => add('events_places', 'waiting', sign, { id: other.id }),
      ],
    ]

    it.each(faulty)('are counted row by row if %s', async (_name, spoil) => {
      await spoil(1)
      const all = await read('/eventdata/registrations?count=true')
      expect([await countOf(registrations()), await countOf(attendees()), all.count]).toEqual([
        1,
        1,
        all.rows,
      ])
      await spoil(-1)
      expect(await countOf(registrations())).toBe(77)
    })

    it('are counted row by row if an earlier release has created the event', async () => {
      await remove(other.id)
      const all = await read('/eventdata/registrations?count=true')
      expect(all.count).toBe(all.rows)
      await other.take()
      expect(await countOf(registrations())).toBe(2)
      expect(await faultsIn(database())).toEqual(['status counters are missing'])
    })

    it('are counted by a recount', async () => {
      await database().write((tx) => recountStatuses(tx, other.id))
      expect(await faultsIn(database())).toEqual([])
      await other.take()
      expect([await countOf(registrations()), await countOf(attendees())]).toEqual([3, 3])
      await addStatus('registrations', 74, other.id)
      expect(await countOf(registrations())).toBe(77)
      await database().write((tx) => recountStatuses(tx, other.id))
    })
  })

  it('leave out a deleted event, but not before its registrations are deleted', async () => {
    const all = '/eventdata/registrations?count=true'
    const before = await countOf(all)
    const gone = await openEvent(running(), organiser)
    const { id } = await gone.take()
    const mark = (deletedAt: number | null) =>
      database().run(
        statementOnce<Record<string, Json>, unknown>((db) =>
          db.updateTable('events_events').set({ deleted_at: deletedAt }).where('id', '=', gone.id),
        ),
        {},
      )
    const recount = () => database().write((tx) => recountStatuses(tx, gone.id))
    await mark(1)
    await recount()
    expect(await read(all)).toEqual({ count: before + 1, rows: before + 1 })
    await mark(null)
    await gone.call('POST', `/registrations/${id}/cancel`, {})
    expect((await gone.call('DELETE', '')).status).toBe(204)
    await eraseEvent(deafService(running()), gone.id, new AbortController())
    await addStatus('registrations', 5, event.id)
    expect(await read(all)).toEqual({ count: before + 5, rows: before })
    await addStatus('registrations', -5, event.id)

    // A process of an earlier release erases the registrations and leaves the counters.
    await startCounting(database(), gone.id)
    expect(await faultsIn(database())).toEqual(['status counters are left, and the event is deleted'])
    expect(await countOf(all)).toBe(before)
    await recount()
    expect(await faultsIn(database())).toEqual([])
  })

  it('are added up over hundreds of events', async () => {
    for (let made = 0; made < 205; made += 1) await createEvent(running(), organiser)
    const last = await openEvent(running(), organiser)
    await last.take()
    await addStatus('registrations', 5, last.id)
    const { count, rows } = await read('/eventdata/registrations?count=true&status=confirmed')
    expect(count).toBe(rows + 5)
  })
})
