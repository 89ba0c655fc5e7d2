import { beforeAll, describe, expect, it } from 'vitest'
import type { Events } from '../../../src/events/events.ts'
import { holdRegistration } from '../../../src/events/registration/changes/hold-registration.ts'
import { changeStatus } from '../../../src/events/registration/changes/transition.ts'
import { serveWaitingLists } from '../../../src/events/registration/waiting-list/waiting-list.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { copyWaiting } from '../long-list.ts'
import { faultsIn } from '../race-scene.ts'
import { type EventClient, openEvent, type Registration } from '../registrations.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'
import { deafService } from '../service.ts'

const WAITING = 130
const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }

onEachApp('a large promotion', (running) => {
  let organiser: Organiser
  let deaf: Events
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    deaf = deafService(running())
    // The job runs when a test says so.
    await running().app.background.stop()
  })
  const database = () => running().app.context.database

  /** One transaction of the job; tells whether it was the last. */
  const serveOnce = (eventId: string): Promise<boolean> =>
    serveWaitingLists(deaf, eventId, AbortSignal.abort()).then(
      () => true,
      (error: Error) => {
        if (error.name !== 'AbortError') throw error
        return false
      },
    )
  const all = async (event: EventClient, status: string) => {
    const found: Registration[] = []
    for (let cursor = ''; ; ) {
      const { data, paging } = (
        await event.call<{ data: Registration[]; paging: { nextCursor: string | null } }>(
          'GET',
          `/registrations?status=${status}&pageSize=200${cursor}`,
        )
      ).body
      found.push(...data)
      if (paging.nextCursor === null) return found
      cursor = `&cursor=${paging.nextCursor}`
    }
  }
  /** The copies are numbered; the one that was copied is 0. */
  const numbersOf = (registrations: readonly Registration[], first: string) =>
    registrations
      .filter(({ id }) => id.startsWith(first))
      .map(({ id }) => Number(id.slice(first.length + 1)))
      .sort((a, b) => a - b)
  const upTo = (count: number) => Array.from({ length: count }, (_none, number) => number)

  /** An event whose capacity has just been raised for everyone on its list. */
  const openRaised = async (changed: Json = {}, more = 0) => {
    const event = await openEvent(running(), organiser, {
      event: { capacity: 1, waitlistEnabled: true, ...changed },
    })
    const taken = await event.take()
    const first = await event.take()
    await copyWaiting(database(), { id: first.id, first: 1, count: WAITING - 1 })
    expect((await event.call('PATCH', '', { capacity: WAITING + 1 + more })).status).toBe(200)
    return { event, taken, first }
  }

  it('takes the list 50 at a time, in its order, and then ends', async () => {
    const { event, first } = await openRaised()
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(50))
    expect(await serveOnce(event.id)).toBe(false)
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(100))
    expect(await faultsIn(database())).toEqual([])
    expect(await serveOnce(event.id)).toBe(true)
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(WAITING))
    expect(await event.counts()).toEqual({ registeredCount: WAITING + 1, waitlistedCount: 0, remaining: 0 })
    expect(await serveOnce(event.id)).toBe(true)
    expect(await faultsIn(database())).toEqual([])
  })

  it('makes offers 50 at a time', async () => {
    const { event, first } = await openRaised({ offerMinutes: 60 })
    expect(numbersOf(await all(event, 'offered'), first.id)).toEqual(upTo(50))
    while (!(await serveOnce(event.id)));
    expect(numbersOf(await all(event, 'offered'), first.id)).toEqual(upTo(WAITING))
    expect(await faultsIn(database())).toEqual([])
  })

  it('is harmless in two processes at once', async () => {
    const { event, first } = await openRaised()
    const others = deafService(running())
    const never = new AbortController().signal
    await Promise.all([deaf, others].map((service) => serveWaitingLists(service, event.id, never)))
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(WAITING))
    expect(await faultsIn(database())).toEqual([])
  })

  it('is overtaken by nobody, though places are free', async () => {
    const { event, taken, first } = await openRaised({}, 5)
    expect(await event.counts()).toMatchObject({ remaining: WAITING + 5 - 50 })
    const newcomer = await event.take()
    expect(newcomer).toMatchObject({ status: 'waitlisted', waitlistPosition: WAITING - 50 + 1 })
    // Neither a cancellation nor an organiser's own choice changes the order.
    await event.call('POST', `/registrations/${taken.id}/cancel`)
    expect(await event.counts()).toMatchObject({ registeredCount: 50 })
    const chosen = await event.patch(newcomer.id, { status: 'confirmed' })
    expect([chosen.status, chosen.body.code]).toEqual([409, 'capacity-full'])
    while (!(await serveOnce(event.id)));
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(WAITING))
    expect((await event.read(newcomer.id)).status).toBe('confirmed')
    expect((await event.take()).status).toBe('confirmed')
    expect(await faultsIn(database())).toEqual([])
  })

  it('is overtaken where free places are not kept for the list (the control)', async () => {
    const { event, first } = await openRaised()
    await database().run(forgetServing(event.id), {})
    const newcomer = await event.take()
    expect(newcomer.status).toBe('confirmed')
    while (!(await serveOnce(event.id)));
    expect((await event.read(`${first.id}-${WAITING - 1}`)).status).toBe('waitlisted')
  })
  const forgetServing = (eventId: string) =>
    statementOnce<Record<string, Json>, unknown>((db) =>
      db.updateTable('events_places').set({ serving: 0 }).where('event_id', '=', eventId),
    )

  it('refuses newcomers of an event that has closed its waiting list', async () => {
    const { event } = await openRaised()
    await event.call('PATCH', '', { waitlistEnabled: false })
    const refused = await event.register()
    expect([refused.status, refused.body.code]).toEqual([409, 'capacity-full'])
    while (!(await serveOnce(event.id)));
    await event.call('PATCH', '', { capacity: null })
    expect((await event.take()).status).toBe('confirmed')
  })

  it('ends when the event is cancelled, and goes on when it takes place after all', async () => {
    const { event, first } = await openRaised()
    await event.call('PATCH', '', { status: 'cancelled' })
    expect(await serveOnce(event.id)).toBe(true)
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(50))
    await event.call('PATCH', '', { status: 'published' })
    while (!(await serveOnce(event.id)));
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(WAITING))
  })

  it('leaves limited extras to the list, and unlimited ones to everyone', async () => {
    const event = await openEvent(running(), organiser, {
      event: { capacity: 1, waitlistEnabled: true },
      optionGroups: [
        { name: 'Food', options: [{ name: 'Fish', code: 'FISH', capacity: WAITING }] },
        { name: 'Print', options: [{ name: 'Bag', code: 'BAG' }] },
      ],
    })
    const [taken, first] = [await event.take(), await event.take({ options: [event.options.FISH] })]
    await copyWaiting(database(), { id: first.id, first: 1, count: WAITING - 1 })
    await event.call('PATCH', '', { capacity: WAITING + 1 })
    const wanted = await event.patch(taken.id, { options: [event.options.FISH] })
    expect([wanted.status, wanted.body.code]).toEqual([409, 'capacity-full'])
    expect((await event.patch(taken.id, { options: [event.options.BAG] })).status).toBe(200)
    while (!(await serveOnce(event.id)));
    expect(numbersOf(await all(event, 'confirmed'), first.id)).toEqual(upTo(WAITING))
    expect(await faultsIn(database())).toEqual([])
  })

  it('gets the places that a bulk cancellation has freed, and nobody else does', async () => {
    const event = await openEvent(running(), organiser, { event: { capacity: 2, waitlistEnabled: true } })
    const [one, two, waiting] = [await event.take(), await event.take(), await event.take()]
    const named = { organisationId: organiser.organisationId, eventId: event.id, actor: 'test' }
    await holdRegistration(
      deaf,
      { ...named, registrationId: one.id },
      {
        work: (tx, held) => changeStatus(tx, deaf, held, { status: 'cancelled', keepsList: true }),
      },
    )
    const newcomer = await event.take()
    expect([(await event.read(waiting.id)).status, newcomer.status]).toEqual(['waitlisted', 'waitlisted'])
    expect(await serveOnce(event.id)).toBe(true)
    expect(
      await Promise.all([two, waiting, newcomer].map(async ({ id }) => (await event.read(id)).status)),
    ).toEqual([...['confirmed', 'confirmed', 'waitlisted']])
  })

  describe('of a session', () => {
    const open = async () => {
      const event = await openEvent(running(), organiser, {
        event: { waitlistEnabled: false },
        sessions: [{ ref: 'lab', code: 'LAB', title: 'Lab', capacity: 1, waitlistEnabled: true, ...times }],
      })
      const sessionIds = [event.sessions.LAB]
      const people: Registration[] = []
      for (let n = 0; n < 61; n++) people.push(await event.take({ sessionIds }))
      const raise = (capacity: number) =>
        organiser.call('PATCH', `/eventdata/sessions/${event.sessions.LAB}`, { body: { capacity } })
      const enrolled = async () => {
        const path = `/sessions/${event.sessions.LAB}/registrations?pageSize=200&status=registered`
        const { data } = (await event.call<{ data: Json[] }>('GET', path)).body
        return data.map(({ registrationId }) => String(registrationId)).sort()
      }
      const firstOf = (count: number) =>
        people
          .slice(0, count)
          .map(({ id }) => id)
          .sort()
      return { event, people, raise, enrolled, firstOf, sessionIds }
    }

    it('takes its list 50 at a time, while newcomers join its end and the event sells on', async () => {
      const { event, raise, enrolled, firstOf, sessionIds } = await open()
      expect((await raise(62)).status).toBe(200)
      expect(await enrolled()).toEqual(firstOf(51))
      const newcomer = await event.take({ sessionIds })
      expect(newcomer.status).toBe('confirmed')
      expect(await enrolled()).toEqual(firstOf(51))
      await event.call('DELETE', `/sessions/${event.sessions.LAB}/registrations/${firstOf(1)[0]}`)
      expect(await enrolled()).toHaveLength(50)
      while (!(await serveOnce(event.id)));
      expect(await enrolled()).toEqual(
        [...firstOf(61).filter((id) => id !== firstOf(1)[0]), newcomer.id].sort(),
      )
      expect(await faultsIn(database())).toEqual([])
    })
  })
})
