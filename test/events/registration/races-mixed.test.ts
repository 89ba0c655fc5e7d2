import { expect, it } from 'vitest'
import { keepScore } from '../../score.ts'
import { createDice, type Dice, scaled } from '../../seed.ts'
import { onEachRace, type Race, type RacedEvent } from '../race-scene.ts'
import { type Answer, newPerson } from '../scene.ts'

const STEPS = scaled(168, 20_000)
const AT_ONCE = 24

const session = (code: string, hour: number, more: object) => ({
  code,
  title: code,
  start: `2031-05-06T${hour}:00:00+02:00`,
  end: `2031-05-06T${hour + 1}:00:00+02:00`,
  ...more,
})

const parts = {
  event: { capacity: 25, waitlistEnabled: true, offerMinutes: null },
  registrationTypes: [
    { code: 'A', name: 'A', capacity: 15 },
    { code: 'B', name: 'B' },
    { code: 'C', name: 'C', approvalRequired: true, capacity: 5 },
  ],
  sessions: [
    session('ONE', 10, { capacity: 6, waitlistEnabled: true }),
    session('TWO', 12, { capacity: 9 }),
    session('TEA', 14, { capacity: 4 }),
  ],
  optionGroups: [
    {
      name: 'Dinner',
      selection: 'multiple',
      maxSelections: 3,
      options: [
        { name: 'Fish', capacity: 6, maxPerRegistration: 2 },
        { name: 'Soup', maxPerRegistration: 2 },
        { name: 'Tea', capacity: 4, sessionId: 'TEA' },
      ],
    },
  ],
}

type Named = { groupId: string; optionId: string; name: string }
type Scene = {
  race: Race
  event: RacedEvent
  dice: Dice
  ids: string[]
  types: string[]
  sessions: string[]
  options: Named[]
}

onEachRace('everything at once', (race) => {
  const score = keepScore(() => `everything at once on ${race().place.engine}`)

  it(
    'is answered without a fault, and leaves the counters right',
    async () => {
      const event = await race().event(parts)
      const scene: Scene = {
        race: race(),
        event,
        dice: createDice(`mixed ${race().place.engine}`),
        ids: [],
        types: await event.ids('registrationtypes'),
        sessions: await event.ids('sessions'),
        options: await event.options(),
      }
      for (let step = 0; step < STEPS; step += AT_ONCE) {
        const answers = await race().storm(AT_ONCE, (n) => act(scene, n))
        const wrong = answers.filter(({ status }) => status >= 500 || status === 400)
        expect(wrong.map(({ status, text }) => `${status} ${text}`)).toEqual([])
        score.add('requests', answers.length)
        score.add('refused', answers.filter(({ status }) => status >= 400).length)
        if (step % (AT_ONCE * 5) === 0) await race().expectCounted()
      }
      await race().expectCounted()
      await expectNobodyForgotten(scene)
    },
    120_000 + STEPS * 30,
  )
})

function some<T>(dice: Dice, all: readonly T[]): T {
  return all[dice.between(0, all.length)] as T
}

async function act(scene: Scene, turn: number): Promise<Answer<object>> {
  const { dice, event, ids } = scene
  const action = ids.length === 0 ? 0 : dice.between(0, 22)
  const id = ids.length === 0 ? '' : some(dice, ids.slice(-40))
  if (action < 7) return register(scene, turn)
  if (action < 10) return event.act(turn, id, 'cancel')
  if (action < 12) return event.enrol(turn, id, some(dice, scene.sessions))
  if (action < 14) return event.leave(turn, id, some(dice, scene.sessions))
  if (action < 15) return event.act(turn, id, 'approve')
  if (action < 16) return event.act(turn, id, 'decline')
  if (action < 17) return event.patch(turn, id, { registrationTypeId: some(dice, scene.types) })
  if (action < 18) return event.patch(turn, id, { options: wanted(scene) })
  if (action < 19) return event.patch(turn, id, { sessionIds: chosen(scene) })
  if (action < 21) return scan(scene, turn, id)
  return event.setCapacity(turn, dice.between(15, 35))
}

/** At the door of the event or of a session, in or out. */
function scan({ dice, race, event, sessions }: Scene, turn: number, registrationId: string) {
  const door = dice.chance(0.5) ? '' : `/${some(dice, sessions)}`
  const status = dice.chance(0.7) ? 'checked-in' : 'checked-out'
  const body = { registrationId, status }
  return race.send<object>(turn, 'POST', `${event.path}/attendance${door}`, { body })
}

async function register(scene: Scene, turn: number): Promise<Answer<object>> {
  const { dice, event } = scene
  const answer = await event.register(turn, {
    registrationTypeId: some(dice, scene.types),
    attendees: Array.from({ length: dice.between(1, 4) }, newPerson),
    options: wanted(scene),
    sessionIds: chosen(scene),
  })
  if (answer.status === 201) scene.ids.push(answer.body.id)
  return answer
}

/** In any order: who takes what first differs from one to the next. */
function wanted({ dice, options }: Scene) {
  return options
    .filter(() => dice.chance(0.3))
    .map(({ groupId, optionId, name }) => ({
      groupId,
      optionId,
      quantity: name === 'Tea' ? 1 : dice.between(1, 3),
    }))
    .sort(() => (dice.chance(0.5) ? 1 : -1))
}

function chosen({ dice, sessions }: Scene): string[] {
  return sessions.filter(() => dice.chance(0.3)).sort(() => (dice.chance(0.5) ? 1 : -1))
}

/** Whoever still waits finds no room, also when asked for once more. */
async function expectNobodyForgotten({ event }: Scene): Promise<void> {
  const { capacity } = await event.read<{ capacity: number }>()
  for (const { id } of await event.registrations('&status=waitlisted')) {
    const answer = await event.patch(0, id, { status: 'confirmed' })
    expect([answer.status, answer.body.code], `waits for nothing: ${id} of ${capacity}`).toEqual([
      409,
      'capacity-full',
    ])
  }
}
