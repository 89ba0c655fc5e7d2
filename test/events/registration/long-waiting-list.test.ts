import { beforeAll, describe, expect, it } from 'vitest'
import type { Events } from '../../../src/events/events.ts'
import { holdRegistration } from '../../../src/events/registration/changes/hold-registration.ts'
import { changeStatus } from '../../../src/events/registration/changes/transition.ts'
import { serveWaitingLists } from '../../../src/events/registration/waiting-list/waiting-list.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { copyWaiting, countingService, type Work } from '../long-list.ts'
import { faultsIn } from '../race-scene.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'
import { deafService } from '../service.ts'

const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
/** Everything that can be full while the event has room. */
const parts = {
  event: { capacity: 12, waitlistEnabled: true },
  registrationTypes: [
    { code: 'OPEN', name: 'Open' },
    { code: 'FULL', name: 'Full', capacity: 1 },
  ],
  sessions: [
    { ref: 'lab', code: 'LAB', title: 'Lab', capacity: 1, waitlistEnabled: false, ...times },
    { ref: 'bar', code: 'BAR', title: 'Bar', capacity: 1, waitlistEnabled: true, ...times },
  ],
  optionGroups: [
    { name: 'Extras', options: [{ name: 'Fish', code: 'FISH', capacity: 1 }] },
    { name: 'Bars', options: [{ name: 'Bar seat', code: 'SEAT', sessionId: 'bar' }] },
  ],
  form: {
    sections: [
      {
        title: 'Size',
        fields: [
          { name: 'size', label: 'Size', type: 'select', choices: [{ value: 'S', label: 'S', capacity: 1 }] },
        ],
      },
    ],
  },
}

onEachApp('a long waiting list', (running) => {
  let organiser: Organiser
  let deaf: Events
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    deaf = deafService(running())
    // What is left for the job stays as it is.
    await running().app.background.stop()
  })
  const database = () => running().app.context.database
  const open = async (changed: { event?: Json } & Json = {}) =>
    openEvent(running(), organiser, { ...parts, ...changed, event: { ...parts.event, ...changed.event } })

  /** Cancels as the API does, and counts what that asks of the database. */
  const cancel = async (event: EventClient, registrationId: string): Promise<Work> => {
    const { service, work } = countingService(deaf)
    const named = {
      organisationId: organiser.organisationId,
      eventId: event.id,
      registrationId,
      actor: 'test',
    }
    await holdRegistration(service, named, {
      work: (tx, held) => changeStatus(tx, service, held, { status: 'cancelled' }),
    })
    return work
  }
  const statusOf = async (event: EventClient, id: string) => (await event.read(id)).status
  const forgetNeeds = (eventId: string) =>
    statementOnce<Record<string, Json>, unknown>((db) =>
      db.updateTable('events_registrations').set({ needs: '' }).where('event_id', '=', eventId),
    )

  /** What those on the list want, and what somebody with a place changes so that it is full. */
  type Reason = (event: EventClient) => { wants: Json; takes: Json | undefined }
  const group = Array.from({ length: 12 }, newPerson)
  const reasons: [string, Reason][] = [
    ['a full type', ({ types }) => same({ registrationTypeId: types.FULL })],
    ['a full option', ({ options }) => same({ options: [options.FISH] })],
    ['a full choice', () => same({ answers: { size: 'S' } })],
    ['a full session', ({ sessions }) => same({ sessionIds: [sessions.LAB] })],
    [
      'the full session of an option',
      ({ sessions, options }) => ({
        wants: { options: [options.SEAT] },
        takes: { sessionIds: [sessions.BAR] },
      }),
    ],
    ['more places than are free', () => ({ wants: { attendees: group }, takes: undefined })],
  ]
  const same = (wants: Json) => ({ wants, takes: wants })

  /** A full event with somebody on its list, who will not fit either when one place of the event is free. */
  const openBlocked = async (reason: Reason) => {
    const event = await open()
    const plain = { registrationTypeId: event.types.OPEN }
    const others: string[] = []
    for (let n = 0; n < 12; n++) others.push((await event.take(plain)).id)
    const { wants, takes } = reason(event)
    const first = await event.take({ ...plain, ...wants })
    expect(first.status).toBe('waitlisted')
    const taker = others.shift() ?? ''
    if (takes !== undefined) expect((await event.patch(taker, takes)).status).toBe(200)
    return { event, others, first, taker }
  }

  describe.each(reasons)('for %s', (_reason, reason) => {
    it('costs a cancellation the same with 10 and with 2,000 on it', async () => {
      const { event, others, first, taker } = await openBlocked(reason)
      await copyWaiting(database(), { id: first.id, first: 1, count: 9 })
      const few = await cancel(event, others.pop() ?? '')
      await copyWaiting(database(), { id: first.id, first: 10, count: 1_990 })
      const many = await cancel(event, others.pop() ?? '')
      expect(many).toEqual(few)
      const seats = first.attendees.length
      expect(await event.counts()).toMatchObject({ registeredCount: 10, waitlistedCount: 2_000 * seats })
      // Once what they wait for is free, the first of them gets it.
      await cancel(event, taker)
      for (const id of seats > 1 ? others : []) await cancel(event, id)
      expect(await statusOf(event, first.id)).toBe('confirmed')
      expect(await event.counts()).toMatchObject({ waitlistedCount: 1_999 * seats })
      expect(await faultsIn(database())).toEqual([])
    })
  })

  it('is read one by one where nothing is known of what they need (the control)', async () => {
    const [, [, reason] = ['', undefined]] = reasons
    const { event, others, first } = await openBlocked(reason as Reason)
    await copyWaiting(database(), { id: first.id, first: 1, count: 9 })
    const known = await cancel(event, others.pop() ?? '')
    await database().run(forgetNeeds(event.id), {})
    const unknown = await cancel(event, others.pop() ?? '')
    expect(unknown.statements).toBeGreaterThanOrEqual(known.statements + 10)
    const again = await cancel(event, others.pop() ?? '')
    expect(again).toEqual(known)
  })

  it('is noted anew in parts where nothing is known, while newcomers wait behind it', async () => {
    const { event, others, first } = await openBlocked(reasons[1]?.[1] as Reason)
    await copyWaiting(database(), { id: first.id, first: 1, count: 449 })
    const known = await cancel(event, others.pop() ?? '')
    await database().run(forgetNeeds(event.id), {})
    await cancel(event, others.pop() ?? '')
    const newcomer = await event.take({ registrationTypeId: event.types.OPEN })
    expect(newcomer).toMatchObject({ status: 'waitlisted', waitlistPosition: 451 })
    await serveWaitingLists(deaf, event.id, new AbortController().signal)
    expect(await statusOf(event, newcomer.id)).toBe('confirmed')
    expect(await cancel(event, others.pop() ?? '')).toEqual(known)
    expect(await faultsIn(database())).toEqual([])
  })

  it('gives a place to the first who fits, and passes over a group that does not', async () => {
    const event = await open({ event: { capacity: 3 } })
    const plain = { registrationTypeId: event.types.OPEN }
    const people = [await event.take(plain), await event.take(plain), await event.take(plain)]
    const two = await event.take({ ...plain, attendees: [newPerson(), newPerson()] })
    const [one, next] = [await event.take(plain), await event.take(plain)]
    await cancel(event, people[0]?.id ?? '')
    expect(await Promise.all([two, one, next].map(({ id }) => statusOf(event, id)))).toEqual([
      ...['waitlisted', 'confirmed', 'waitlisted'],
    ])
    await event.call('PATCH', '', { capacity: 5 })
    expect(await Promise.all([two, one, next].map(({ id }) => statusOf(event, id)))).toEqual([
      ...['confirmed', 'confirmed', 'waitlisted'],
    ])
    expect(await faultsIn(database())).toEqual([])
  })

  it('follows what the organiser limits later', async () => {
    const event = await open({ event: { capacity: 3 } })
    const plain = { registrationTypeId: event.types.OPEN }
    const people = [await event.take(plain), await event.take(plain), await event.take(plain)]
    const [first, second] = [
      await event.take(plain),
      await event.take({ registrationTypeId: event.types.FULL }),
    ]
    await event.call('PATCH', `/registrationtypes/${event.types.OPEN}`, { capacity: 2 })
    await cancel(event, people[0]?.id ?? '')
    expect([await statusOf(event, first.id), await statusOf(event, second.id)]).toEqual([
      ...['waitlisted', 'confirmed'],
    ])
    await event.call('PATCH', '', { capacity: 9 })
    expect(await statusOf(event, first.id)).toBe('waitlisted')
    await event.call('PATCH', `/registrationtypes/${event.types.OPEN}`, { capacity: 3 })
    expect(await statusOf(event, first.id)).toBe('confirmed')
  })

  it('is looked at anew when somebody on it changes what they want', async () => {
    const { event, others, first } = await openBlocked(reasons[1]?.[1] as Reason)
    await cancel(event, others.pop() ?? '')
    expect(await statusOf(event, first.id)).toBe('waitlisted')
    expect((await event.patch(first.id, { options: [] })).body.status).toBe('confirmed')
    expect(await faultsIn(database())).toEqual([])
  })
})
