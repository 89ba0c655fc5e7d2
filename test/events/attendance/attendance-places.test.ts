import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { attend, createConference, primaryOf, type Registered, type Summary } from '../attendee-scene.ts'
import { type Caller, callerOf } from '../console/operator-call.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

const OVER = Date.parse('2031-05-07T18:00:01+02:00')

onEachApp('Whoever came before they had a place', (running) => {
  let organiser: Organiser
  let operator: Caller
  type Conference = Awaited<ReturnType<typeof createConference>>
  const ended: { path: string; summary: Summary }[] = []
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    operator = await callerOf(running(), organiser.organisation)
  })

  const pathOf = ({ id }: Conference) => `/registration/api/v1/events/${id}`
  const small = (parts: { event?: Json } & Json) =>
    createConference(running(), organiser, {
      ...parts,
      event: { waitlistEnabled: true, ...parts.event },
    })
  const force = async (event: Conference, { id }: Registered, sessionId = '') => {
    const path = `${pathOf(event)}/attendance${sessionId === '' ? '' : `/${sessionId}`}`
    const { status } = await organiser.call('POST', path, { body: { registrationId: id, force: true } })
    expect(status).toBe(201)
    return path
  }
  const cancel = (event: Conference, { id }: Registered) =>
    organiser.call('POST', `${pathOf(event)}/registrations/${id}/cancel`)
  const patch = async (event: Conference, { id }: Registered, body: Json) => {
    const { status } = await organiser.call('PATCH', `${pathOf(event)}/registrations/${id}`, { body })
    expect(status).toBe(200)
  }
  const lab = {
    code: 'LAB',
    title: 'Lab',
    start: '2031-05-06T13:00:00+02:00',
    end: '2031-05-06T14:00:00+02:00',
  }
  const key = { ...lab, code: 'KEY', included: true }

  it('is expected at the event and its sessions when the line moves', async () => {
    const event = await small({ event: { capacity: 1 }, sessions: [key] })
    const holder = await attend(organiser, event)
    const waiting = await attend(organiser, event)
    for (const sessionId of ['', event.sessions.KEY]) {
      const path = await force(event, waiting, sessionId)
      ended.push({ path, summary: { registered: 1, checkedIn: 1, checkedOut: 0, noShow: 0 } })
    }
    await cancel(event, holder)
  })

  it('is expected when an offer is accepted, or the organiser approves', async () => {
    const offering = await small({ event: { capacity: 1, offerMinutes: 60 } })
    const holder = await attend(organiser, offering)
    const waiting = await attend(organiser, offering)
    await cancel(offering, holder)
    const path = await force(offering, waiting)
    await patch(offering, waiting, { status: 'confirmed' })
    const judging = await small({ event: { approvalRequired: true } })
    const pending = await attend(organiser, judging)
    const other = await force(judging, pending)
    await organiser.call('POST', `${pathOf(judging)}/registrations/${pending.id}/approve`)
    const summary = { registered: 1, checkedIn: 1, checkedOut: 0, noShow: 0 }
    ended.push({ path, summary }, { path: other, summary })
  })

  it('is expected at a session when its line moves, and the door hears of it', async () => {
    const event = await small({ sessions: [{ ...lab, capacity: 1, waitlistEnabled: true }] })
    const sessionIds = [event.sessions.LAB]
    const holder = await attend(organiser, event, { sessionIds })
    const waiting = await attend(organiser, event, { sessionIds })
    const path = await force(event, waiting, event.sessions.LAB)
    const door = async (query = '') => {
      const { text } = await operator.call(
        'GET',
        `/events/${event.id}/door?sessionId=${event.sessions.LAB}${query}`,
      )
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const mine = lines.find((line) => Array.isArray(line) && line[0] === primaryOf(waiting).id)
      return { head: lines[0] as { syncToken: string; at: string }, standing: mine?.[5] }
    }
    running().clock.advance(120_000)
    const { head, standing } = await door()
    expect(standing).toBe('not-enrolled')
    running().clock.advance(120_000)
    await patch(event, holder, { sessionIds: [] })
    await expect
      .poll(async () => (await door(`&since=${head.syncToken}&seenAt=${head.at}`)).standing)
      .toBe('expected')
    ended.push({ path, summary: { registered: 1, checkedIn: 1, checkedOut: 0, noShow: 0 } })
  })

  it('is expected at a session that is chosen later, and not at one that is left', async () => {
    const event = await small({
      sessions: [
        lab,
        { ...lab, code: 'TALK', start: '2031-05-06T15:00:00+02:00', end: '2031-05-06T16:00:00+02:00' },
      ],
    })
    const { LAB = '', TALK = '' } = event.sessions
    const came = await attend(organiser, event, { sessionIds: [TALK] })
    await attend(organiser, event, { sessionIds: [TALK] })
    const [late, left] = [await force(event, came, LAB), await force(event, came, TALK)]
    await patch(event, came, { sessionIds: [LAB] })
    ended.push(
      { path: late, summary: { registered: 1, checkedIn: 1, checkedOut: 0, noShow: 0 } },
      { path: left, summary: { registered: 1, checkedIn: 1, checkedOut: 0, noShow: 1 } },
    )
  })

  it('tells those who follow attendees that a registration is of another type', async () => {
    const event = await small({})
    const registered = await attend(organiser, event)
    const list = (query = '') =>
      organiser.call<{ data: { id: string; sessionIds: string[] }[] }>(
        'GET',
        `/eventdata/attendees?eventId=${event.id}&${query}`,
      )
    const token = (await list()).headers.get('x-sync-token')
    await patch(event, registered, { registrationTypeId: event.types.SPK })
    await expect
      .poll(async () => (await list(`updatedSince=${token}`)).body.data[0]?.sessionIds ?? [])
      .toContain(event.sessions.GREEN)
  })

  it('is nobody who did not come, when all is over', async () => {
    const { clock } = running()
    clock.advance(OVER - clock.now())
    for (const { path, summary } of ended)
      expect((await organiser.call<{ summary: Summary }>('GET', path)).body.summary).toEqual(summary)
    expect(ended).toHaveLength(7)
  })
})
