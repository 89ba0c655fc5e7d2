import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type Attendance, attend, createConference, type Summary } from '../attendee-scene.ts'
import { createOrganiser, type Organiser } from '../scene.ts'

type Conference = Awaited<ReturnType<typeof createConference>>
type Page = {
  data: Attendance[]
  summary: Summary
  paging: { nextCursor: string | null; prevCursor: string | null; totalCount?: number }
}

onEachApp('listing attendance', (running) => {
  let organiser: Organiser
  let event: Conference
  let walked: Conference
  const ids: string[] = []
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
    for (const type of ['STD', 'STD', 'SPK', 'SPK', 'STD']) {
      const { attendees } = await attend(organiser, event, {
        type,
        sessionIds: type === 'SPK' ? [event.sessions.LAB] : [],
      })
      ids.push(...attendees.map(({ id }) => id))
    }
    for (const [index, body] of [{}, { status: 'checked-out' }].entries())
      for (const attendeeId of ids.slice(index, 3 - index))
        await organiser.call('POST', path(), { body: { attendeeId, ...body } })
    await organiser.call('POST', path(event.sessions.LAB), { body: { attendeeId: ids[2] } })
    walked = await createConference(running(), organiser)
    await walkIn(walked)
  })

  /** Of three two are expected, and the third one comes; who is enrolled in the lab leaves it again, and comes. */
  async function walkIn({ id, types, sessions }: Conference): Promise<void> {
    const base = `/registration/api/v1/events/${id}`
    const people = []
    for (const sessionIds of [[], [sessions.LAB], [sessions.LAB]])
      people.push(await attend(organiser, { id, types }, { sessionIds }))
    const [first, second] = people
    await organiser.call('POST', `${base}/registrations/${first?.id}/cancel`)
    const body = { registrationId: first?.id, force: true }
    expect((await organiser.call('POST', `${base}/attendance`, { body })).status).toBe(201)
    const lab = `${base}/attendance/${sessions.LAB}`
    await organiser.call('POST', lab, { body: { registrationId: second?.id } })
    const enrolment = `${base}/sessions/${sessions.LAB}/registrations/${second?.id}`
    expect((await organiser.call('DELETE', enrolment)).status).toBe(204)
  }

  const path = (sessionId?: string) =>
    `/registration/api/v1/events/${event.id}/attendance${sessionId === undefined ? '' : `/${sessionId}`}`
  const list = async (query = '', sessionId?: string) =>
    (await organiser.call<Page>('GET', `${path(sessionId)}?${query}`)).body
  const statuses = ({ data }: Page) => data.map(({ status }) => status)

  it('has everyone who is expected, in the order of the attendees, and counts them', async () => {
    const page = await list('count=true')
    expect(page.data.map(({ attendeeId }) => attendeeId)).toEqual(ids)
    expect(statuses(page)).toEqual(['checked-in', 'checked-out', 'checked-in', 'registered', 'registered'])
    expect(page.summary).toEqual({ registered: 5, checkedIn: 2, checkedOut: 1, noShow: 0 })
    expect(page.paging).toMatchObject({ totalCount: 5, nextCursor: null, prevCursor: null })
    expect(page.data.map(({ id }) => id)).toEqual([...page.data.map(({ id }) => id)].sort())
  })

  it('of a session has those who are enrolled', async () => {
    const page = await list('count=true', event.sessions.LAB)
    expect(page.data.map(({ attendeeId }) => attendeeId)).toEqual([ids[2], ids[3]])
    expect(page.data[0]).toMatchObject({ sessionId: event.sessions.LAB, status: 'checked-in' })
    expect(page.summary).toEqual({ registered: 2, checkedIn: 1, checkedOut: 0, noShow: 0 })
    expect(page.paging.totalCount).toBe(2)
  })

  it('of an included session has everyone of its types', async () => {
    const all = await list('', event.sessions.KEY)
    expect([statuses(all), all.summary.registered]).toEqual([Array(5).fill('registered'), 5])
    const speakers = await list('count=true', event.sessions.GREEN)
    expect(speakers.data.map(({ attendeeId }) => attendeeId)).toEqual([ids[2], ids[3]])
    expect([speakers.summary.registered, speakers.paging.totalCount]).toEqual([2, 2])
  })

  it('has a record of its own for each place', async () => {
    const records = await Promise.all([undefined, ...Object.values(event.sessions)].map((id) => list('', id)))
    const all = records.flatMap(({ data }) => data.map(({ id }) => id))
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  })

  it.each([
    ['status=checked-in', [0, 2]],
    ['status=checked-out', [1]],
    ['status=registered', [3, 4]],
    ['status=no-show', []],
  ])('finds by %s', async (query, found) => {
    const page = await list(`${query}&count=true`)
    expect(page.data.map(({ attendeeId }) => attendeeId)).toEqual(found.map((index) => ids[index]))
    expect(page.paging.totalCount).toBe(found.length)
    expect(page.summary.registered).toBe(5)
  })

  it('finds one by its registration', async () => {
    const [, , third] = (await list()).data
    const page = await list(`registrationId=${third?.registrationId}`)
    expect(page.data).toEqual([third])
  })

  it('pages forth and back', async () => {
    const all = (await list()).data
    const first = await list('pageSize=2')
    expect(first.paging.prevCursor).toBeNull()
    const second = await list(`pageSize=2&cursor=${first.paging.nextCursor}`)
    const third = await list(`pageSize=2&cursor=${second.paging.nextCursor}`)
    expect([...first.data, ...second.data, ...third.data]).toEqual(all)
    expect(third.paging.nextCursor).toBeNull()
    expect((await list(`pageSize=2&cursor=${third.paging.prevCursor}`)).data).toEqual(second.data)
    const back = await list(`pageSize=2&cursor=${second.paging.prevCursor}`)
    expect([back.data, back.paging.prevCursor]).toEqual([first.data, null])
    expect((await list('pageSize=2&page=2')).data).toEqual(second.data)
  })

  it('takes no cursor of another list', async () => {
    const { paging } = await list('pageSize=2')
    const other = await organiser.call('GET', `${path(event.sessions.KEY)}?cursor=${paging.nextCursor}`)
    expect(other.status).toBe(400)
  })

  it.each(['status=here', 'pageSize=201', 'page=200', 'updatedSince=2031-01-01T00:00:00Z'])(
    'refuses %s',
    async (query) => {
      expect((await organiser.call('GET', `${path()}?${query}`)).status).toBe(400)
    },
  )

  it('streams lines and a table', async () => {
    const lines = await organiser.call('GET', path(), { headers: { accept: 'application/x-ndjson' } })
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual((await list()).data)
    const table = await organiser.call('GET', `${path()}?status=registered`, {
      headers: { accept: 'text/csv' },
    })
    expect(table.text.split('\r\n')).toHaveLength(4)
    expect(table.text).toMatch(/^id,eventId,sessionId,attendeeId,/)
    const refused = await organiser.call('GET', `${path()}?cursor=x`, { headers: { accept: 'text/csv' } })
    expect(refused.status).toBe(400)
  })

  it('is not there for a session of another event, or another organisation', async () => {
    const other = await createConference(running(), organiser)
    const ask = async (who: Organiser, sessionId?: string) => (await who.call('GET', path(sessionId))).status
    expect(await ask(organiser, other.sessions.KEY)).toBe(404)
    expect(await ask(organiser, 'nothing')).toBe(404)
    expect(await ask(await createOrganiser(running()))).toBe(404)
  })

  describe('once it is over', () => {
    it('calls those who did not come so', async () => {
      const { clock } = running()
      clock.advance(Date.parse('2031-05-06T10:30:00+02:00') - clock.now())
      const over = await list('', event.sessions.KEY)
      expect([over.summary, statuses(over)]).toEqual([
        { registered: 5, checkedIn: 0, checkedOut: 0, noShow: 5 },
        Array(5).fill('no-show'),
      ])
      expect((await list()).summary.noShow).toBe(0)
      clock.advance(Date.parse('2031-05-07T18:00:00+02:00') - clock.now())
      expect((await list()).summary).toEqual({ registered: 5, checkedIn: 2, checkedOut: 1, noShow: 2 })
      expect(statuses(await list('status=no-show'))).toEqual(['no-show', 'no-show'])
      expect(statuses(await list('status=registered'))).toEqual([])
    })
    it('counts nobody as missing for one who was not expected', async () => {
      const at = `/registration/api/v1/events/${walked.id}/attendance`
      const of = async (path: string) => (await organiser.call<Page>('GET', path)).body
      const whole = await of(at)
      expect(whole.summary).toEqual({ registered: 2, checkedIn: 1, checkedOut: 0, noShow: 2 })
      expect(statuses(whole)).toEqual(['checked-in', 'no-show', 'no-show'])
      const lab = await of(`${at}/${walked.sessions.LAB}`)
      expect(lab.summary).toEqual({ registered: 1, checkedIn: 1, checkedOut: 0, noShow: 1 })
      expect(statuses(lab)).toEqual(['checked-in', 'no-show'])
    })
  })
})
