import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import {
  type Attendance,
  type Attendee,
  attend,
  createConference,
  primaryOf,
  type Summary,
} from '../attendee-scene.ts'
import { faultsIn } from '../race-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

type Conference = Awaited<ReturnType<typeof createConference>>
type Refused = { code: string; errors?: { pointer: string }[] }
type Listed = { data: Attendance[]; summary: Summary }
type Many = { data: { index: number; status: number; data?: Attendance; problem?: Refused }[] }

onEachApp('checking in', (running) => {
  let organiser: Organiser
  let event: Conference
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
  })

  const door = (sessionId?: string, of = event.id) =>
    `/registration/api/v1/events/${of}/attendance${sessionId === undefined ? '' : `/${sessionId}`}`
  const scan = <B = Attendance>(body: unknown, sessionId?: string, headers: Record<string, string> = {}) =>
    organiser.call<B>('POST', door(sessionId), { body, headers })
  const someone = async (body: Json = {}) => primaryOf(await attend(organiser, event, body)).id
  const read = async (id: string) =>
    (await organiser.call<Attendee>('GET', `/eventdata/attendees/${id}`)).body
  const listed = async (query = '', sessionId?: string) =>
    (await organiser.call<Listed>('GET', `${door(sessionId)}?pageSize=200&${query}`)).body

  /** Counters and a count of the records agree. */
  const recount = async (sessionId?: string) => {
    const { data, summary } = await listed('', sessionId)
    const of = (status: string) => data.filter((one) => one.status === status).length
    expect(summary).toEqual({
      registered: summary.registered,
      checkedIn: of('checked-in'),
      checkedOut: of('checked-out'),
      noShow: 0,
    })
    return summary
  }

  it('makes the record of one who is expected, and the attendee follows', async () => {
    const id = await someone()
    const expected = (await listed(`attendeeId=${id}`)).data[0]
    expect(expected).toMatchObject({ status: 'registered', checkedInAt: null, sessionId: null })
    const { status, body } = await scan({ attendeeId: id, gate: 'North', device: 'd1' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expected?.id,
      attendeeId: id,
      status: 'checked-in',
      mode: 'in-person',
      method: 'manual',
      gate: 'North',
      device: 'd1',
      durationSeconds: null,
    })
    expect(await read(id)).toMatchObject({ checkedIn: true, checkedInAt: body.checkedInAt, version: 2 })
    expect((await listed(`attendeeId=${id}`)).data).toEqual([body])
    await recount()
  })

  it('lets nobody in twice, out and in again opens the record', async () => {
    const id = await someone()
    const first = await scan({ attendeeId: id })
    const again = await scan<Refused>({ attendeeId: id })
    expect([again.status, again.body.code]).toEqual([409, 'already-checked-in'])
    running().clock.advance(60_000)
    const out = await scan({ attendeeId: id, status: 'checked-out' })
    expect(out.status).toBe(201)
    expect(out.body).toMatchObject({ id: first.body.id, status: 'checked-out', durationSeconds: 60 })
    expect(await read(id)).toMatchObject({ checkedIn: false, checkedOutAt: out.body.checkedOutAt })
    const gone = await scan<Refused>({ attendeeId: id, status: 'checked-out' })
    expect([gone.status, gone.body.code]).toEqual([409, 'not-checked-in'])
    await recount()
    const back = await scan({ attendeeId: id })
    expect(back.body).toMatchObject({
      id: first.body.id,
      status: 'checked-in',
      checkedInAt: first.body.checkedInAt,
      checkedOutAt: null,
    })
    await recount()
  })

  it('lets one of fifty at once in', async () => {
    const id = await someone()
    const before = await recount()
    const answers = await Promise.all(Array.from({ length: 50 }, () => scan<Refused>({ attendeeId: id })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'already-checked-in')).toHaveLength(49)
    expect((await recount()).checkedIn).toBe(before.checkedIn + 1)
  })

  it('counts people who come at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => someone()))
    const before = await recount()
    await Promise.all(ids.map((attendeeId) => scan({ attendeeId })))
    await Promise.all(ids.slice(0, 8).map((attendeeId) => scan({ attendeeId, status: 'checked-out' })))
    const after = await recount()
    expect([after.checkedIn - before.checkedIn, after.checkedOut - before.checkedOut]).toEqual([12, 8])
  })

  describe('with a nonce', () => {
    it('makes one record, however often it is sent', async () => {
      const id = await someone()
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => scan({ attendeeId: id, nonce: `n-${id}` })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers[0]?.body.nonce).toBe(`n-${id}`)
      await recount()
    })
    it('is another one at a session', async () => {
      const id = await someone()
      expect((await scan({ attendeeId: id, nonce: `m-${id}` })).status).toBe(201)
      expect((await scan({ attendeeId: id, nonce: `m-${id}` }, event.sessions.KEY)).status).toBe(201)
      expect((await scan({ attendeeId: id, nonce: `m-${id}` }, event.sessions.KEY)).status).toBe(200)
    })
    it('is refused for anybody else', async () => {
      const [first, second] = [await someone(), await someone()]
      await scan({ attendeeId: first, nonce: `o-${first}` })
      const { status, body } = await scan<Refused>({ attendeeId: second, nonce: `o-${first}` })
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/nonce'])
      expect((await read(second)).checkedIn).toBe(false)
    })
  })

  describe('of a scan that was taken offline', () => {
    const at = (minutes: number) => new Date(running().clock.now() + minutes * 60_000).toISOString()
    it('keeps the earliest check-in, in whatever order they arrive', async () => {
      const id = await someone()
      const late = await scan({ attendeeId: id, at: at(-10) })
      const early = await scan({ attendeeId: id, at: at(-30) })
      expect(early.status).toBe(201)
      expect(early.body).toMatchObject({ id: late.body.id, checkedInAt: at(-30), status: 'checked-in' })
      expect((await scan({ attendeeId: id, at: at(-20) })).status).toBe(409)
      expect(await read(id)).toMatchObject({ checkedInAt: at(-30) })
      const out = await scan({ attendeeId: id, status: 'checked-out', at: at(-5) })
      expect(out.body).toMatchObject({ durationSeconds: 25 * 60 })
      const before = await scan({ attendeeId: id, at: at(-40) })
      expect(before.body).toMatchObject({ checkedInAt: at(-40), status: 'checked-out' })
      expect((await scan({ attendeeId: id, at: at(-6) })).status).toBe(409)
      await recount()
    })
    it('takes a check-out before the check-in where it is forced', async () => {
      const id = await someone()
      const out = { attendeeId: id, status: 'checked-out', at: at(-5) }
      expect((await scan(out)).status).toBe(409)
      expect((await scan({ ...out, force: true })).body).toMatchObject({
        status: 'checked-out',
        durationSeconds: 0,
      })
      expect((await scan({ attendeeId: id, at: at(-25) })).body).toMatchObject({ durationSeconds: 20 * 60 })
      await recount()
    })
    it('takes no time of the future', async () => {
      const id = await someone()
      const { status, body } = await scan<Refused>({ attendeeId: id, at: at(6) })
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/at'])
      expect((await scan({ attendeeId: id, at: at(4) })).status).toBe(201)
    })
  })

  it('takes a registration for everyone of it', async () => {
    const { id, attendees } = await attend(organiser, event, {
      attendees: [
        { firstName: 'A', lastName: 'One' },
        { firstName: 'B', lastName: 'Two' },
        { firstName: 'C', lastName: 'Three' },
      ],
    })
    const [first, second] = attendees
    await scan({ attendeeId: second?.id })
    const { status, body } = await scan({ registrationId: id })
    expect([status, body.attendeeId]).toEqual([201, first?.id])
    const { data } = await listed(`registrationId=${id}`)
    expect(data.map((one) => one.status)).toEqual(['checked-in', 'checked-in', 'checked-in'])
    expect((await scan<Refused>({ registrationId: id })).body.code).toBe('already-checked-in')
    await recount()
  })

  describe('of one who is not expected', () => {
    it('needs force', async () => {
      const registered = await attend(organiser, event)
      const { id } = primaryOf(registered)
      const path = `/registration/api/v1/events/${event.id}/registrations/${registered.id}/cancel`
      await organiser.call('POST', path)
      const { status, body } = await scan<Refused>({ attendeeId: id })
      expect([status, body.code]).toEqual([409, 'not-expected'])
      expect((await scan({ attendeeId: id, force: true })).status).toBe(201)
      expect((await listed(`attendeeId=${id}`)).data).toHaveLength(1)
    })
    it('is so at a session without an enrolment', async () => {
      const { LAB, GREEN, KEY } = event.sessions
      const [standard, enrolled, speaker] = [
        await someone(),
        await someone({ sessionIds: [LAB] }),
        await someone({ type: 'SPK' }),
      ]
      const code = async (id: string, session: string | undefined) =>
        (await scan<Refused>({ attendeeId: id }, session)).body.code
      expect(await code(standard, LAB)).toBe('not-expected')
      expect(await code(enrolled, LAB)).toBeUndefined()
      expect(await code(standard, GREEN)).toBe('not-expected')
      expect(await code(speaker, GREEN)).toBeUndefined()
      expect(await code(standard, KEY)).toBeUndefined()
      expect((await read(standard)).checkedIn).toBe(false)
      await recount(LAB)
      await recount(GREEN)
      await recount(KEY)
      expect((await scan({ attendeeId: standard, force: true }, LAB)).status).toBe(201)
      expect((await listed('', LAB)).data.map((one) => one.attendeeId)).toEqual([standard, enrolled].sort())
    })
    it('is recorded for those who came before the registration was cancelled, and for nobody else', async () => {
      const own = await createConference(running(), organiser)
      const LAB = own.sessions.LAB
      const people = await Promise.all(
        Array.from({ length: 15 }, () => attend(organiser, own, { sessionIds: [LAB] })),
      )
      const answers = await Promise.all(
        people.flatMap(({ id: registrationId }) => [
          organiser.call('POST', door(LAB, own.id), { body: { registrationId } }),
          organiser.call(
            'POST',
            `/registration/api/v1/events/${own.id}/registrations/${registrationId}/cancel`,
          ),
          organiser.call('POST', door(undefined, own.id), { body: { registrationId } }),
        ]),
      )
      for (const [sessionId, turn] of [
        [undefined, 2],
        [LAB, 0],
      ] as const) {
        const came = answers.filter(({ status }, index) => index % 3 === turn && status === 201).length
        const { body } = await organiser.call<Listed>('GET', door(sessionId, own.id))
        expect(body.data).toHaveLength(came)
        expect(body).toMatchObject({
          summary: { registered: 0, checkedIn: came, checkedOut: 0, noShow: 0 },
        })
      }
      expect(await faultsIn(running().app.context.database)).toEqual([])
    })
    it('is so at a session that is cancelled', async () => {
      const own = await createConference(running(), organiser)
      const { id } = primaryOf(await attend(organiser, own, { sessionIds: [own.sessions.LAB] }))
      await organiser.call('PATCH', `/eventdata/sessions/${own.sessions.LAB}`, {
        body: { status: 'cancelled' },
      })
      const path = door(own.sessions.LAB, own.id)
      const { body } = await organiser.call<Refused>('POST', path, { body: { attendeeId: id } })
      expect(body.code).toBe('not-expected')
      const forced = await organiser.call('POST', path, { body: { attendeeId: id, force: true } })
      expect(forced.status).toBe(201)
    })
  })

  it('is virtual for a type that is', async () => {
    const { body } = await scan({ attendeeId: await someone({ type: 'REM' }), method: 'join' })
    expect(body).toMatchObject({ mode: 'virtual', method: 'join' })
  })

  it.each([
    [{}, '/attendeeId'],
    [{ attendeeId: 'a', registrationId: 'b' }, '/registrationId'],
    [{ attendeeId: 'a', status: 'registered' }, '/status'],
    [{ attendeeId: 'a', odd: 1 }, '/odd'],
    [{ attendeeId: 'a', at: '2031-02-30T09:00:00Z' }, '/at'],
    [{ attendeeId: 'a', method: 'magic' }, '/method'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await scan<Refused>(body)
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  it('knows nobody of another event or organisation', async () => {
    const other = await createConference(running(), organiser)
    const { id, attendees } = await attend(organiser, other)
    for (const body of [
      { attendeeId: attendees[0]?.id },
      { registrationId: id },
      { attendeeId: 'x', force: true },
    ])
      expect((await scan(body)).status).toBe(404)
    expect((await scan({ attendeeId: await someone() }, other.sessions.KEY)).status).toBe(404)
    const stranger = await createOrganiser(running())
    const tried = await stranger.call('POST', door(), { body: { attendeeId: await someone() } })
    expect(tried.status).toBe(404)
    const reader = await createOrganiser(running(), {
      organisation: organiser.organisation,
      scopes: ['registrations:read', 'registrations:write'],
    })
    expect((await reader.call('POST', door(), { body: { attendeeId: 'x' } })).status).toBe(403)
  })

  describe('many together', () => {
    it('judges each on its own', async () => {
      const [first, second] = [await someone(), await someone()]
      const { status, body } = await scan<Many>([
        { attendeeId: first, nonce: `p-${first}` },
        { attendeeId: first },
        { attendeeId: 'nobody' },
        'odd',
        { attendeeId: second, odd: true },
        { attendeeId: first, nonce: `p-${first}` },
        { attendeeId: second },
        { ticket: 'a.b.c' },
      ])
      expect(status).toBe(207)
      expect(body.data.map((one) => one.status)).toEqual([201, 409, 404, 422, 422, 200, 201, 422])
      expect(body.data[1]?.problem?.code).toBe('already-checked-in')
      expect(body.data[7]?.problem?.errors?.[0]?.pointer).toBe('/ticket')
      expect(body.data[5]?.data).toEqual(body.data[0]?.data)
      await recount()
    })
    it('are a thousand at most', async () => {
      const item = { attendeeId: 'nobody' }
      expect((await scan(Array(1_001).fill(item))).status).toBe(422)
      const { status, body } = await scan<Many>(Array(1_000).fill(item))
      expect([status, body.data.length]).toEqual([207, 1_000])
      expect((await scan([{ attendeeId: 'x'.repeat(1_100_000) }])).status).toBe(413)
    })
    it('are answered once for a key', async () => {
      const ids = [await someone(), await someone()]
      const items = ids.map((attendeeId) => ({ attendeeId }))
      const headers = { 'idempotency-key': `k-${ids[0]}` }
      const first = await scan<Many>(items, undefined, headers)
      const again = await scan<Many>(items, undefined, headers)
      expect(first.body.data.map(({ status }) => status)).toEqual([201, 201])
      expect([again.status, again.text]).toEqual([207, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    })
  })
})
