import fc from 'fast-check'
import { expect } from 'vitest'
import type { Race, RacedEvent } from '../events/race-scene.ts'
import { type Answer, newPerson } from '../events/scene.ts'
import {
  type EventModel,
  type Kept,
  limits,
  type Outcome,
  type SessionName,
  type TypeName,
} from './events-model.ts'

/** An event of the product, and the ids of what the model names. */
export type EventWorld = {
  readonly race: Race
  readonly event: RacedEvent
  readonly types: Readonly<Record<TypeName, string>>
  readonly sessions: Readonly<Record<SessionName, string>>
  readonly fish: { readonly groupId: string; readonly optionId: string }
  readonly ids: Map<Kept, string>
}

type EventCommand = fc.AsyncCommand<EventModel, EventWorld>

export async function createEventWorld(race: Race, model: EventModel): Promise<EventWorld> {
  const event = await race.event({
    event: { capacity: model.capacity, waitlistEnabled: true },
    registrationTypes: [
      { code: 'A', name: 'A', capacity: limits.types.A },
      { code: 'B', name: 'B' },
      { code: 'C', name: 'C', capacity: limits.types.C, approvalRequired: true },
    ],
    sessions: [
      session('LAB', 10, { capacity: limits.sessions.LAB, waitlistEnabled: true }),
      session('TEA', 12, { capacity: limits.sessions.TEA }),
    ],
    optionGroups: [
      { name: 'Dinner', options: [{ name: 'Fish', capacity: limits.fish, maxPerRegistration: 3 }] },
    ],
  })
  const [A = '', B = '', C = ''] = await event.ids('registrationtypes')
  const [LAB = '', TEA = ''] = await event.ids('sessions')
  const [fish = { groupId: '', optionId: '' }] = await event.options()
  return { race, event, types: { A, B, C }, sessions: { LAB, TEA }, fish, ids: new Map() }
}

function session(code: string, hour: number, more: object) {
  const at = (hours: number) => `2031-05-06T${hours}:00:00+02:00`
  return { code, title: code, start: at(hour), end: at(hour + 1), ...more }
}

const type = fc.constantFrom<TypeName>('A', 'A', 'B', 'B', 'C')
const named = fc.constantFrom<SessionName>('LAB', 'TEA')
const who = fc.nat({ max: 30 })
const registers = fc
  .record({
    seats: fc.constantFrom(1, 1, 1, 2, 3),
    type,
    fish: fc.constantFrom(0, 0, 1, 2),
    sessions: fc.subarray<SessionName>(['LAB', 'TEA']),
  })
  .map(register)
const cancels = who.map((n) => onOne('cancel', n, (model, one) => model.cancel(one), acting('cancel')))

/** What comes oftener stands here oftener. */
export const eventCommands: readonly fc.Arbitrary<EventCommand>[] = [
  registers,
  registers,
  registers,
  cancels,
  cancels,
  who.map((n) => onOne('approve', n, (model, one) => model.approve(one), acting('approve'))),
  who.map((n) => onOne('decline', n, (model, one) => model.decline(one), acting('decline'))),
  fc.record({ n: who, fish: fc.nat({ max: 3 }) }).map(({ n, fish }) =>
    onOne(
      `take ${fish} fish`,
      n,
      (model, one) => model.chooseFish(one, fish),
      (world, id) => world.event.patch(0, id, { options: fishOf(world, fish) }),
    ),
  ),
  fc.record({ n: who, to: type }).map(({ n, to }) =>
    onOne(
      `become ${to}`,
      n,
      (model, one) => model.changeType(one, to),
      ({ event, types }, id) => event.patch(0, id, { registrationTypeId: types[to] }),
    ),
  ),
  fc.record({ n: who, to: named }).map(({ n, to }) =>
    onOne(
      `enrol in ${to}`,
      n,
      (model, one) => model.enrol(one, to),
      ({ event, sessions }, id) => event.enrol(0, id, sessions[to]),
    ),
  ),
  fc.record({ n: who, to: named }).map(({ n, to }) =>
    onOne(
      `leave ${to}`,
      n,
      (model, one) => model.leave(one, to),
      ({ event, sessions }, id) => event.leave(0, id, sessions[to]),
    ),
  ),
  fc.integer({ min: 2, max: 14 }).map(resize),
  fc.record({ to: named, capacity: fc.integer({ min: 1, max: 6 }) }).map(resizeSession),
]

function command(text: string, run: EventCommand['run']): EventCommand {
  return { check: () => true, run, toString: () => text }
}

type Wanted = Parameters<EventModel['register']>[0]

function register(wanted: Wanted): EventCommand {
  const { seats, type: of, fish, sessions } = wanted
  return command(`register ${seats} as ${of}, ${fish} fish, ${sessions}`, async (model, world) => {
    const answer = await world.event.register(0, {
      registrationTypeId: world.types[of],
      attendees: Array.from({ length: seats }, newPerson),
      options: fishOf(world, fish),
      sessionIds: sessions.map((name) => world.sessions[name]),
    })
    const outcome = model.register(wanted)
    expectOutcome(answer, outcome)
    const kept = model.all.at(-1)
    if (outcome === 'ok' && kept !== undefined) world.ids.set(kept, answer.body.id)
    await compare(model, world)
  })
}

function fishOf({ fish: { groupId, optionId } }: EventWorld, quantity: number) {
  return quantity === 0 ? [] : [{ groupId, optionId, quantity }]
}

function acting(action: 'cancel' | 'approve' | 'decline') {
  return ({ event }: EventWorld, id: string) => event.act(0, id, action)
}

function onOne(
  text: string,
  n: number,
  play: (model: EventModel, one: Kept) => Outcome,
  send: (world: EventWorld, id: string) => Promise<Answer<object>>,
): EventCommand {
  return command(`${text} (${n})`, async (model, world) => {
    const one = model.all[n % Math.max(1, model.all.length)]
    if (one === undefined) return
    const answer = await send(world, world.ids.get(one) ?? '')
    expectOutcome(answer, play(model, one))
    await compare(model, world)
  })
}

function resize(capacity: number): EventCommand {
  return command(`capacity ${capacity}`, async (model, world) => {
    expectOutcome(await world.event.setCapacity(0, capacity), model.setCapacity(capacity))
    await compare(model, world)
  })
}

function resizeSession({ to, capacity }: { to: SessionName; capacity: number }): EventCommand {
  return command(`capacity of ${to} ${capacity}`, async (model, world) => {
    const path = `/eventdata/sessions/${world.sessions[to]}`
    const answer = await world.race.send<object>(0, 'PATCH', path, { body: { capacity } })
    const outcome = model.setSessionCapacity(to, capacity)
    expect([answer.status, outcome]).toEqual(outcome === 'ok' ? [200, 'ok'] : [409, 'capacity-full'])
    await compare(model, world)
  })
}

function expectOutcome({ status, body }: Answer<object>, outcome: Outcome): void {
  const told = status < 300 ? 'ok' : (body as { code: string }).code
  expect(told).toBe(outcome === 'made' || outcome === 'there' ? 'ok' : outcome)
  if (outcome === 'made') expect(status).toBe(201)
  if (outcome === 'there') expect(status).toBe(200)
}

/** Everything that the product tells of the event is what the model says. */
async function compare(model: EventModel, { event, ids, sessions }: EventWorld): Promise<void> {
  const line = model.line()
  const expected = model.all.map((kept) => ({
    id: ids.get(kept),
    status: kept.status,
    waitlistPosition: kept.status === 'waitlisted' ? line.indexOf(kept) + 1 : null,
  }))
  const found = (await event.registrations()).map(({ id, status, waitlistPosition }) => ({
    id,
    status,
    waitlistPosition,
  }))
  expect(found).toEqual(expected)
  expect(await event.read()).toMatchObject({
    registeredCount: model.seats('confirmed'),
    waitlistedCount: model.seats('waitlisted'),
    remaining: Math.max(0, model.capacity - model.seats('confirmed')),
  })
  const groups = await event.read<{ data: { options: { remaining: number }[] }[] }>(
    '/registrationoptiongroups',
  )
  expect(groups.data[0]?.options[0]?.remaining).toBe(limits.fish - model.fish())
  for (const name of ['LAB', 'TEA'] as const)
    expect(await event.read(`/sessions/${sessions[name]}`)).toMatchObject({
      enrolledCount: model.inSession(name, 'registered'),
      waitlistedCount: model.inSession(name, 'waiting'),
    })
}
