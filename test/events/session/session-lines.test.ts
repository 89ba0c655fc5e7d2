import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { mailsTo } from '../public-page.ts'
import { faultsIn } from '../race-scene.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
const parts = {
  sessions: [{ ref: 'lab', code: 'LAB', title: 'The lab', capacity: 1, waitlistEnabled: true, ...times }],
  optionGroups: [{ name: 'Labs', options: [{ name: 'Lab', code: 'LAB1', sessionId: 'lab' }] }],
}

onEachApp('the line of a session', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const open = (event: Json = {}) => openEvent(running(), organiser, { ...parts, event })
  const enrolments = async (event: EventClient) => {
    const path = `/sessions/${event.sessions.LAB}/registrations`
    const { data } = (await event.call<{ data: Json[] }>('GET', path)).body
    return Object.fromEntries(data.map(({ registrationId, status }) => [registrationId, status]))
  }
  const actions = async (event: EventClient, id: string) =>
    (await event.call<{ data: Json[] }>('GET', `/registrations/${id}/history`)).body.data.map(
      ({ action, actor }) => [action, actor],
    )
  const pathOf = (event: EventClient, id: string) => `/sessions/${event.sessions.LAB}/registrations/${id}`

  it('keeps an enrolment that comes with an option until the option goes', async () => {
    const event = await open()
    const { id } = await event.take({ options: [event.options.LAB1] })
    const left = await event.call('DELETE', pathOf(event, id))
    expect([left.status, left.body.code]).toEqual([409, 'comes-with-option'])
    expect(await enrolments(event)).toEqual({ [id]: 'registered' })
    expect((await event.call('PUT', `/registrations/${id}/options`, { options: [] })).status).toBe(200)
    expect(await enrolments(event)).toEqual({})
    expect((await event.call('DELETE', pathOf(event, id))).status).toBe(404)
  })

  it('is not enough for an option: that needs a place', async () => {
    const event = await open()
    const sessionIds = [event.sessions.LAB]
    const [first, second] = [await event.take({ sessionIds }), await event.take({ sessionIds })]
    const options = { options: [event.options.LAB1] }
    const refused = await event.call('PUT', `/registrations/${second.id}/options`, options)
    expect([refused.status, refused.body.code]).toEqual([409, 'capacity-full'])
    expect(await enrolments(event)).toEqual({ [first.id]: 'registered', [second.id]: 'waitlisted' })
    await organiser.call('PATCH', `/eventdata/sessions/${event.sessions.LAB}`, {
      body: { waitlistEnabled: false },
    })
    await event.call('DELETE', pathOf(event, first.id))
    expect((await event.call('PUT', `/registrations/${second.id}/options`, options)).status).toBe(200)
    expect(await enrolments(event)).toEqual({ [second.id]: 'registered' })
    expect(await faultsIn(running().app.context.database)).toEqual([])
  })

  it('changes a registration with every step: version, history, and a mail where the event says so', async () => {
    const event = await open({ notify: 'everyone' })
    const [first, waiting] = [await event.take(), newPerson()]
    const second = await event.take({ registrant: waiting })
    expect((await event.call('PUT', pathOf(event, first.id))).status).toBe(201)
    await event.call('PUT', pathOf(event, second.id))
    const before = await event.read(second.id)
    expect(before.version).toBe(second.version + 1)
    expect((await event.call('DELETE', pathOf(event, first.id))).status).toBe(204)
    expect(await enrolments(event)).toEqual({ [second.id]: 'registered' })
    expect((await event.read(second.id)).version).toBe(before.version + 1)
    expect(await actions(event, second.id)).toEqual([
      ['registered', 'api'],
      ['session-joined', expect.stringMatching(/^api-key:/)],
      ['session-promoted', 'waiting-list'],
    ])
    expect((await actions(event, first.id)).map(([action]) => action)).toContain('session-left')
    const mail = (await mailsTo(running(), waiting.email)).at(-1)
    expect(mail?.subject).toBe('You have a place in a session: Keys and Badges')
    expect(mail?.text).toContain('“The lab”')
  })

  it('is the only way past a full session, also for those who wait for the event or for approval', async () => {
    for (const approvalRequired of [false, true]) {
      const event = await open({ capacity: 1, waitlistEnabled: true })
      const sessionIds = [event.sessions.LAB]
      const first = await event.take({ sessionIds })
      await event.call('PATCH', '', { approvalRequired })
      const later = approvalRequired ? 'pending' : 'waitlisted'
      expect((await event.take({ sessionIds })).status).toBe(later)
      const path = `/eventdata/sessions/${event.sessions.LAB}`
      const refusals = [await event.register({ options: [event.options.LAB1] })]
      await organiser.call('PATCH', path, { body: { waitlistEnabled: false } })
      refusals.push(await event.register({ sessionIds }))
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
        [409, 'capacity-full'],
        [409, 'capacity-full'],
      ])
      expect((await event.take()).status).toBe(later)
      await event.call('DELETE', pathOf(event, first.id))
      expect((await event.take({ sessionIds })).status).toBe(later)
      expect(await faultsIn(running().app.context.database)).toEqual([])
    }
  })

  it('moves up when a group that waits for more than is free cancels', async () => {
    const event = await open()
    await organiser.call('PATCH', `/eventdata/sessions/${event.sessions.LAB}`, { body: { capacity: 2 } })
    const sessionIds = [event.sessions.LAB]
    const attendees = () => [newPerson(), newPerson()]
    const alone = await event.take({ sessionIds })
    const first = await event.take({ sessionIds, attendees: attendees() })
    const second = await event.take({ sessionIds, attendees: attendees() })
    await event.call('POST', `/registrations/${second.id}/cancel`)
    const path = `/sessions/${event.sessions.LAB}/registrations`
    const { data } = (await event.call<{ data: Json[] }>('GET', path)).body
    expect(data.map(({ registrationId, status }) => [registrationId, status]).sort()).toEqual([
      [alone.id, 'registered'],
      [first.id, 'registered'],
      [first.id, 'waitlisted'],
    ])
    expect(await faultsIn(running().app.context.database)).toEqual([])
  })

  describe('and who came', () => {
    const summary = async (event: EventClient, sessionId = '') =>
      (await event.call<{ summary: Json }>('GET', `/attendance${sessionId}`)).body.summary

    it('is kept when the registration is cancelled', async () => {
      const event = await open()
      const sessionIds = [event.sessions.LAB]
      const registrant = newPerson()
      const [first, other] = [await event.take({ registrant, sessionIds }), await event.take()]
      const attendeeId = first.attendees[0]?.id
      for (const at of ['', `/${event.sessions.LAB}`])
        expect((await event.call('POST', `/attendance${at}`, { attendeeId })).status).toBe(201)
      expect((await event.call('POST', `/registrations/${first.id}/cancel`)).status).toBe(200)
      expect(await summary(event)).toMatchObject({ registered: 1, checkedIn: 1, checkedOut: 0 })
      expect(await summary(event, `/${event.sessions.LAB}`)).toMatchObject({ registered: 0, checkedIn: 1 })
      const { data } = (await event.call<{ data: Json[] }>('GET', `/attendance?attendeeId=${attendeeId}`))
        .body
      expect(data).toMatchObject([{ attendeeId, status: 'checked-in' }])
      expect((await event.read(first.id)).attendees[0]).toMatchObject({
        status: 'cancelled',
        checkedIn: true,
      })
      expect(await faultsIn(running().app.context.database)).toEqual([])
      // Whoever registers again is somebody new, and expected.
      const again = await event.take({ registrant })
      await event.call('POST', '/attendance', { attendeeId: again.attendees[0]?.id })
      expect(await summary(event)).toMatchObject({ registered: 2, checkedIn: 2 })
      running().clock.set(Date.parse('2031-06-01T00:00:00Z'))
      expect(await summary(event)).toMatchObject({ registered: 2, checkedIn: 2, noShow: 1 })
      expect(other.status).toBe('confirmed')
      expect(await faultsIn(running().app.context.database)).toEqual([])
    })
  })
})
