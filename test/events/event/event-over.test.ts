import { beforeAll, describe, expect, it } from 'vitest'
import { getConfiguration } from '../../../src/events/configuration/configuration.ts'
import { readConfiguration } from '../../../src/events/configuration/configuration-store.ts'
import { holdRegistration } from '../../../src/events/registration/changes/hold-registration.ts'
import { changeStatus } from '../../../src/events/registration/changes/transition.ts'
import { findRegistration } from '../../../src/events/registration/registration-store.ts'
import { promoteEvent } from '../../../src/events/registration/waiting-list/waiting-list.ts'
import { onEachApp } from '../../harness.ts'
import { type ConsoleClient, openConsoleAs } from '../console-scene.ts'
import { mailsTo } from '../public-page.ts'
import { faultsIn } from '../race-scene.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'
import { deafService } from '../service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

onEachApp('an event that is cancelled or over', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })

  const inDays = (days: number) => new Date(running().clock.now() + days * DAY_MS).toISOString()
  const open = (event: Json = {}, parts: Json = {}) =>
    openEvent(running(), organiser, {
      ...parts,
      event: {
        capacity: 1,
        waitlistEnabled: true,
        notify: 'everyone',
        start: inDays(1),
        end: inDays(2),
        ...event,
      },
    })
  const change = async (event: EventClient, members: Json) =>
    expect((await event.call('PATCH', '', members)).status).toBe(200)
  const act = (event: EventClient, id: string, action: string) =>
    event.call('POST', `/registrations/${id}/${action}`)
  const stateOf = async (event: EventClient, id: string) => (await event.read(id)).status

  const endings: Record<string, (event: EventClient) => Promise<unknown>> = {
    cancelled: (event) => change(event, { status: 'cancelled' }),
    completed: (event) => change(event, { status: 'completed' }),
    archived: (event) => change(event, { status: 'archived' }),
    'at its end': async () => running().clock.advance(2 * DAY_MS),
  }

  describe.each(Object.entries(endings))('%s', (_name, end) => {
    it('promotes nobody and writes to nobody, and cancelling still works', async () => {
      const event = await open()
      const [first, waiting] = [await event.take(), newPerson()]
      const second = await event.take({ registrant: waiting })
      // What was written before the end is not part of this.
      await expect.poll(() => mailsTo(running(), waiting.email)).toHaveLength(1)
      await end(event)
      expect((await act(event, first.id, 'cancel')).status).toBe(200)
      expect(await stateOf(event, second.id)).toBe('waitlisted')
      expect((await mailsTo(running(), waiting.email)).map(({ subject }) => subject)).toEqual([
        expect.stringContaining('waiting list'),
      ])
      const forced = await event.patch(second.id, { status: 'confirmed' })
      expect([forced.status, forced.body.code]).toEqual([409, 'event-over'])
      expect((await act(event, second.id, 'cancel')).status).toBe(200)
    })

    it('lets nobody accept an offer, and passes none on', async () => {
      const event = await open({ offerMinutes: 10 * 24 * 60 })
      const [first, second, third] = [await event.take(), await event.take(), await event.take()]
      await act(event, first.id, 'cancel')
      expect(await stateOf(event, second.id)).toBe('offered')
      await end(event)
      const accepted = await event.patch(second.id, { status: 'confirmed' })
      expect([accepted.status, accepted.body.code]).toEqual([409, 'event-over'])
      expect((await act(event, second.id, 'cancel')).status).toBe(200)
      expect(await stateOf(event, third.id)).toBe('waitlisted')
    })

    it('approves nobody, and declines', async () => {
      const event = await open({ approvalRequired: true })
      const [first, second] = [await event.take(), await event.take()]
      await end(event)
      const approved = await act(event, first.id, 'approve')
      expect([approved.status, approved.body.code]).toEqual([409, 'event-over'])
      expect((await act(event, second.id, 'decline')).status).toBe(200)
    })

    it('leaves the line of a session as it is', async () => {
      const times = { start: inDays(1), end: inDays(9) }
      const sessions = [{ code: 'LAB', title: 'Lab', capacity: 1, waitlistEnabled: true, ...times }]
      const event = await open({ capacity: null }, { sessions })
      const sessionIds = [event.sessions.LAB]
      const [first, second] = [await event.take({ sessionIds }), await event.take({ sessionIds })]
      await end(event)
      await act(event, first.id, 'cancel')
      const { data } = (await event.call<{ data: Json[] }>('GET', `/sessions/${sessionIds[0]}/registrations`))
        .body
      expect(data).toMatchObject([{ registrationId: second.id, status: 'waitlisted' }])
    })
  })

  it('serves its lines when it takes place after all', async () => {
    const times = { start: inDays(1), end: inDays(2) }
    const sessions = [{ code: 'LAB', title: 'Lab', capacity: 1, waitlistEnabled: true, ...times }]
    const event = await open({ capacity: 2 }, { sessions })
    const sessionIds = [event.sessions.LAB]
    const first = await event.take({ sessionIds })
    const inSession = await event.take({ sessionIds })
    const waiting = await event.take()
    await change(event, { status: 'cancelled' })
    await act(event, first.id, 'cancel')
    await change(event, { status: 'published' })
    expect(await stateOf(event, waiting.id)).toBe('confirmed')
    const { data } = (await event.call<{ data: Json[] }>('GET', `/sessions/${sessionIds[0]}/registrations`))
      .body
    expect(data).toMatchObject([{ registrationId: inSession.id, status: 'registered' }])
  })

  it('serves its line when it is postponed', async () => {
    const event = await open()
    const [first, second] = [await event.take(), await event.take()]
    running().clock.advance(2 * DAY_MS)
    await act(event, first.id, 'cancel')
    await change(event, { start: inDays(1), end: inDays(2) })
    expect(await stateOf(event, second.id)).toBe('confirmed')
  })

  it('serves the line of a session when that takes place after all', async () => {
    const times = { start: inDays(1), end: inDays(2) }
    const sessions = [{ code: 'LAB', title: 'Lab', capacity: 1, waitlistEnabled: true, ...times }]
    const event = await open({ capacity: null }, { sessions })
    const path = `/sessions/${event.sessions.LAB}`
    const sessionIds = [event.sessions.LAB]
    const [first, second] = [await event.take({ sessionIds }), await event.take({ sessionIds })]
    const list = async () => (await event.call<{ data: Json[] }>('GET', `${path}/registrations`)).body.data
    await organiser.call('PATCH', `/eventdata${path}`, { body: { status: 'cancelled' } })
    await act(event, first.id, 'cancel')
    expect(await list()).toMatchObject([{ registrationId: second.id, status: 'waitlisted' }])
    await organiser.call('PATCH', `/eventdata${path}`, { body: { status: 'active' } })
    expect(await list()).toMatchObject([{ registrationId: second.id, status: 'registered' }])
  })

  describe('cancelled in bulk', () => {
    let client: ConsoleClient
    beforeAll(async () => {
      client = await openConsoleAs(running(), organiser)
    })
    const cancel = async (event: EventClient, body: Json) => {
      const path = `/events/${event.id}/registrations/change`
      const { body: started } = await client.call<{ taskId: string }>('POST', path, {
        action: 'cancel',
        ...body,
      })
      await client.finish(started.taskId)
      const rows = (await event.call<{ data: Json[] }>('GET', '/registrations')).body.data
      return rows.map(({ status }) => status)
    }
    const full = async () => {
      const event = await open({ capacity: 2 })
      const ids: string[] = []
      for (let count = 0; count < 4; count++) ids.push((await event.take()).id)
      return { event, ids }
    }
    const isConfirmed = { filter: { field: 'status', op: 'eq', value: 'confirmed' } }

    it('lets in nobody who is to be cancelled', async () => {
      const { event, ids } = await full()
      expect(await cancel(event, { search: {} })).toEqual(Array(4).fill('cancelled'))
      for (const id of ids) {
        const { body } = await client.call<{ history: Json[] }>(
          'GET',
          `/events/${event.id}/registrations/${id}`,
        )
        expect(body.history.map(({ action }) => action)).not.toContain('confirmed')
      }
    })

    it('leaves the line as it is when all who had a place are cancelled', async () => {
      const { event } = await full()
      expect(await cancel(event, { search: isConfirmed })).toEqual([
        'cancelled',
        'cancelled',
        'waitlisted',
        'waitlisted',
      ])
    })

    it('serves the line behind those that were chosen', async () => {
      const { event, ids } = await full()
      expect(await cancel(event, { ids: [ids[0], ids[2]] })).toEqual([
        'cancelled',
        'confirmed',
        'cancelled',
        'confirmed',
      ])
      expect(await faultsIn(running().app.context.database)).toEqual([])
    })
  })

  describe('cancelled beside', () => {
    /** Both read the event while it is published; the event is cancelled before the other one writes. */
    async function beside(event: EventClient, registrationId: string, status: 'cancelled' | 'confirmed') {
      const service = deafService(running())
      const { organisationId } = organiser
      const known = await getConfiguration(service, organisationId, event.id)
      const outcome = await holdRegistration<string>(
        service,
        { organisationId, registrationId, actor: 'test' },
        {
          write: async (work) => {
            await change(event, { status: 'cancelled' })
            return service.database.write(work)
          },
          work: async (tx, held) => (await changeStatus(tx, service, held, { status })).status,
        },
      ).catch((error: { code?: string }) => String(error.code))
      return { outcome, known, service }
    }

    it('a cancellation: the line is not served', async () => {
      const event = await open()
      const [first, second] = [await event.take(), await event.take()]
      const { outcome, known, service } = await beside(event, first.id, 'cancelled')
      expect(outcome).toBe('cancelled')
      expect(await stateOf(event, second.id)).toBe('waitlisted')
      // The control: what was known, taken for what the event is now.
      const { revision = 0 } = (await readConfiguration(service.database, event.id)) ?? {}
      const moment = { now: running().clock.now(), change: 1 }
      await service.database.write((tx) => promoteEvent(tx, service, { ...known, revision }, moment))
      expect((await findRegistration(service.database, second.id))?.status).toBe('confirmed')
    })

    it('an acceptance: the offer is gone', async () => {
      const event = await open({ offerMinutes: 60 })
      const [first, second] = [await event.take(), await event.take()]
      await act(event, first.id, 'cancel')
      expect((await beside(event, second.id, 'confirmed')).outcome).toBe('event-over')
      expect(await stateOf(event, second.id)).toBe('offered')
    })
  })
})
