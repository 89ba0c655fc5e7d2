import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type EventClient, openEvent, type Registration } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

const sessions = [
  {
    code: 'KEY',
    title: 'Opening',
    start: '2031-05-06T09:00:00+02:00',
    end: '2031-05-06T10:00:00+02:00',
    included: true,
    registrationTypeIds: ['STD'],
  },
  {
    code: 'LAB',
    title: 'Lab',
    start: '2031-05-06T11:00:00+02:00',
    end: '2031-05-06T12:00:00+02:00',
    capacity: 5,
  },
]
const registrationTypes = [
  { name: 'Standard', code: 'STD' },
  { name: 'Press', code: 'PRS' },
]

onEachApp('registrations in the event data service', (running) => {
  let organiser: Organiser
  let event: EventClient
  let standard: Registration
  let press: Registration
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await openEvent(running(), organiser, { registrationTypes, sessions })
    standard = await event.take({ registrationTypeId: event.types.STD, sessionIds: [event.sessions.LAB] })
    press = await event.take({ registrationTypeId: event.types.PRS, note: 'x', tags: ['a'] })
    const other = await openEvent(running(), organiser)
    await other.take()
  })
  const list = async (query: string) => {
    const { status, body } = await organiser.call<{ data: Registration[] }>(
      'GET',
      `/eventdata/registrations${query}`,
    )
    expect(status).toBe(200)
    return body.data.map(({ id }) => id)
  }

  it('are listed across events, and by event, attendee, session and state', async () => {
    expect(await list('')).toHaveLength(3)
    expect(await list(`?eventId=${event.id}`)).toEqual([standard.id, press.id])
    expect(await list(`?attendeeId=${press.attendees[0]?.id}`)).toEqual([press.id])
    expect(await list(`?sessionId=${event.sessions.LAB}`)).toEqual([standard.id])
    expect(await list(`?eventId=${event.id}&status=cancelled`)).toEqual([])
    expect(await list('?attendeeId=x')).toEqual([])
  })

  it('of an included session are all of its types', async () => {
    expect(await list(`?sessionId=${event.sessions.KEY}`)).toEqual([standard.id])
    const { body } = await event.call<{ data: Json[] }>('GET', '/sessions')
    expect(body.data.map(({ code, enrolledCount }) => [code, enrolledCount])).toEqual([
      ['KEY', 1],
      ['LAB', 1],
    ])
  })

  it('are what the registration service shows', async () => {
    const { body } = await organiser.call('GET', `/eventdata/registrations/${standard.id}`)
    expect(body).toEqual(await event.read(standard.id))
  })

  it('change here and show there', async () => {
    const { status } = await organiser.call('PATCH', `/eventdata/registrations/${press.id}`, {
      body: { note: 'changed', status: 'cancelled', cancelReason: 'ill' },
    })
    expect(status).toBe(200)
    expect(await event.read(press.id)).toMatchObject({
      note: 'changed',
      status: 'cancelled',
      cancelReason: 'ill',
    })
  })

  describe('replaced whole', () => {
    it('lose what is absent', async () => {
      const registrant = newPerson()
      const made = await event.take({
        registrant: { ...registrant, company: 'Navy' },
        registrationTypeId: event.types.STD,
        sessionIds: [event.sessions.LAB],
        tags: ['vip'],
        note: 'x',
      })
      const { status, body } = await organiser.call('PUT', `/eventdata/registrations/${made.id}`, {
        body: { registrant, registrationTypeId: event.types.STD },
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        tags: [],
        note: null,
        registrant: { company: null },
        sessionIds: [event.sessions.KEY],
      })
    })

    it('need what a new one needs', async () => {
      const { status } = await organiser.call('PUT', `/eventdata/registrations/${standard.id}`, {
        body: { note: 'x' },
      })
      expect(status).toBe(422)
    })
  })

  it('are followed by their token', async () => {
    const all = '?updatedSince=2000-01-01T00:00:00Z'
    const listed = (await list('')).length
    await expect.poll(() => list(all)).toHaveLength(listed)
    const start = await organiser.call('GET', `/eventdata/registrations${all}`)
    const token = start.headers.get('x-sync-token')
    await event.patch(standard.id, { note: 'later' })
    await expect.poll(() => list(`?updatedSince=${token}`)).toEqual([standard.id])
  })
})
