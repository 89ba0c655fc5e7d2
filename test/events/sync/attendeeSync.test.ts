import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { openEvent } from '../registrations.ts'
import { createOrganiser, type Json } from '../scene.ts'

onEachApp('attendees that are followed', (running) => {
  it('show that they joined and left a session', async () => {
    const organiser = await createOrganiser(running())
    const event = await openEvent(running(), organiser, {
      sessions: [
        { code: 'A', title: 'A', start: '2031-05-06T09:00:00+02:00', end: '2031-05-06T10:00:00+02:00' },
        { code: 'B', title: 'B', start: '2031-05-06T11:00:00+02:00', end: '2031-05-06T12:00:00+02:00' },
      ],
    })
    const made = await event.take()
    let token = '2000-01-01T00:00:00Z'
    /** What is there once everything is settled: other tests of the server may hold it up for a moment. */
    const next = async () => {
      let sessions: unknown
      await expect
        .poll(async () => {
          const { body, headers } = await organiser.call<{ data: Json[] }>(
            'GET',
            `/eventdata/attendees?updatedSince=${token}`,
          )
          if (body.data.length === 0) return 0
          token = headers.get('x-sync-token') ?? ''
          sessions = body.data[0]?.sessionIds
          return body.data.length
        })
        .toBe(1)
      return sessions
    }
    expect(await next()).toEqual([])
    await event.call('PUT', `/sessions/${event.sessions.A}/registrations/${made.id}`)
    expect(await next()).toEqual([event.sessions.A])
    await event.patch(made.id, { sessionIds: [event.sessions.B] })
    expect(await next()).toEqual([event.sessions.B])
    await event.call('DELETE', `/sessions/${event.sessions.B}/registrations/${made.id}`)
    expect(await next()).toEqual([])
  })
})
