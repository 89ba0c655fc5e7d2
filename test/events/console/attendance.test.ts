import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { attend, createConference, primaryOf, type Summary } from '../attendee-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'
import { type Caller, callerOf } from './operator-call.ts'

type Board = { summary: Summary; latest: Person[]; sessions?: (Summary & { id: string })[]; isOver: boolean }
type Person = { attendeeId: string; firstName: string; standing: string; record: Json | null }
type Page = { data: Person[]; paging: { nextCursor: string | null } }

onEachApp('the board of attendance', (running) => {
  let organiser: Organiser
  let operator: Caller
  let event: Awaited<ReturnType<typeof createConference>>
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    operator = await callerOf(running(), organiser.organisation)
  })

  const fresh = async () => {
    event = await createConference(running(), organiser)
  }
  const of = (path: string) => `/events/${event.id}/attendance/${path}`
  const board = async (query = '') => (await operator.call<Board>('GET', of(`board${query}`))).body
  const scan = (attendeeId: string, more: Json = {}, session = '') =>
    operator.call('POST', `/registration/api/v1/events/${event.id}/attendance${session}`, {
      attendeeId,
      ...more,
    })

  it('counts who is expected and who came, and names the last ones first', async () => {
    await fresh()
    const people = []
    for (const firstName of ['Ada', 'Grace', 'Mary'])
      people.push(primaryOf(await attend(organiser, event, { registrant: { firstName } })))
    expect((await board()).summary).toEqual({ registered: 3, checkedIn: 0, checkedOut: 0, noShow: 0 })
    for (const { id } of people.slice(0, 2)) {
      running().clock.advance(1_000)
      expect((await scan(id, { gate: 'North' })).status).toBe(201)
    }
    const { summary, latest, sessions } = await board()
    expect(summary).toMatchObject({ registered: 3, checkedIn: 2 })
    expect(latest.map(({ firstName }) => firstName)).toEqual(['Grace', 'Ada'])
    expect(latest[0]).toMatchObject({ standing: 'expected', record: { gate: 'North', status: 'checked-in' } })
    expect(sessions).toBeUndefined()
  })

  it('counts each session from its own counters', async () => {
    await fresh()
    const speaker = primaryOf(await attend(organiser, event, { type: 'SPK' }))
    const pupil = primaryOf(await attend(organiser, event, { sessionIds: [event.sessions.LAB] }))
    await scan(pupil.id, {}, `/${event.sessions.LAB}`)
    await scan(speaker.id, {}, `/${event.sessions.GREEN}`)
    const { sessions = [] } = await board('?withSessions=true')
    const found = (code: string) => sessions.find(({ id }) => id === event.sessions[code])
    expect(found('KEY')).toMatchObject({ registered: 2, checkedIn: 0 })
    expect(found('GREEN')).toMatchObject({ registered: 1, checkedIn: 1 })
    expect(found('LAB')).toMatchObject({ registered: 1, checkedIn: 1 })
    const lab = await board(`?sessionId=${event.sessions.LAB}`)
    expect(lab.latest.map(({ attendeeId }) => attendeeId)).toEqual([pupil.id])
    for (const { id, ...counts } of sessions) {
      const { summary } = await board(`?sessionId=${id}`)
      expect([id, counts]).toEqual([id, summary])
    }
  })

  it('tells how many came in each five minutes', async () => {
    await fresh()
    const flow = async () => (await operator.call<{ from: string; counts: number[] }>('GET', of('flow'))).body
    expect((await flow()).counts.reduce((sum, count) => sum + count, 0)).toBe(0)
    const first = primaryOf(await attend(organiser, event))
    const second = primaryOf(await attend(organiser, event))
    const third = primaryOf(await attend(organiser, event))
    await scan(first.id)
    running().clock.advance(7 * 60_000)
    await scan(second.id)
    await scan(third.id)
    const { counts } = await flow()
    expect([counts.length, counts.filter((count) => count > 0)]).toEqual([48, [1, 2]])
    running().clock.advance(5 * 3_600_000)
    expect((await flow()).counts.at(-1)).toBe(2)
  })

  it('lists records with names, by state and by words, page by page', async () => {
    await fresh()
    const ada = primaryOf(
      await attend(organiser, event, { registrant: { firstName: 'Ada', lastName: 'Lovelace' } }),
    )
    const gone = await attend(organiser, event, { registrant: { firstName: 'Alan', lastName: 'Gone' } })
    await attend(organiser, event, { registrant: { firstName: 'Mary', lastName: 'Jackson' } })
    await organiser.call('POST', `/registration/api/v1/events/${event.id}/registrations/${gone.id}/cancel`)
    await scan(ada.id)
    const list = async (query: string) => (await operator.call<Page>('GET', of(`records?${query}`))).body
    const names = ({ data }: Page) => data.map(({ firstName }) => firstName)
    expect(names(await list('status=checked-in'))).toEqual(['Ada'])
    expect(names(await list('status=registered'))).toEqual(['Mary'])
    const first = await list('pageSize=1')
    const second = await list(`pageSize=1&cursor=${first.paging.nextCursor}`)
    expect([...names(first), ...names(second)].sort()).toEqual(['Ada', 'Mary'])
    expect(names(await list('q=love'))).toEqual(['Ada'])
    expect((await list('q=gone')).data).toMatchObject([{ standing: 'cancelled', record: null }])
    expect(names(await list('q=ada&status=registered'))).toEqual([])
  })

  it('takes a check-in back, at the event and at a session, with its counters', async () => {
    await fresh()
    const { id } = primaryOf(await attend(organiser, event))
    await scan(id)
    await scan(id, {}, `/${event.sessions.KEY}`)
    expect((await operator.call('DELETE', of(`records/${id}`))).status).toBe(204)
    expect((await board()).summary.checkedIn).toBe(0)
    const attendee = await organiser.call('GET', `/registration/api/v1/events/${event.id}/attendees/${id}`)
    expect(attendee.body).toMatchObject({ checkedIn: false, checkedInAt: null })
    expect((await board(`?sessionId=${event.sessions.KEY}`)).summary.checkedIn).toBe(1)
    const path = of(`records/${id}?sessionId=${event.sessions.KEY}`)
    expect((await operator.call('DELETE', path)).status).toBe(204)
    expect((await board(`?sessionId=${event.sessions.KEY}`)).summary.checkedIn).toBe(0)
    expect((await operator.call('DELETE', path)).status).toBe(204)
    expect((await scan(id)).status).toBe(201)
  })

  it('is of the organisation alone, and changed by those who may', async () => {
    await fresh()
    const { id } = primaryOf(await attend(organiser, event))
    const stranger = await callerOf(running(), 'Strangers')
    const reader = await callerOf(running(), organiser.organisation, 'read-only')
    for (const path of ['board', 'flow', 'records', `board?sessionId=${event.id}`]) {
      expect((await stranger.call('GET', of(path))).status).toBe(404)
      expect((await reader.call('GET', of(path))).status).toBe(path.includes('?') ? 404 : 200)
    }
    expect((await stranger.call('DELETE', of(`records/${id}`))).status).toBe(404)
    expect((await reader.call('DELETE', of(`records/${id}`))).status).toBe(403)
    const other = await createConference(running(), organiser)
    expect((await operator.call('DELETE', `/events/${other.id}/attendance/records/${id}`)).status).toBe(404)
  })
})
