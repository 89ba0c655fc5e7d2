import { describe, expect, it } from 'vitest'
import { scaled } from '../../seed.ts'
import { countAnswers, onEachRace, type RacedEvent } from '../race-scene.ts'
import { newPerson } from '../scene.ts'

const ROUNDS = scaled(3, 200)
const PATIENCE_MS = 60_000 + ROUNDS * 3_000
const HOUR_MS = 3_600_000

const statesOf = async (event: RacedEvent) => {
  const counts: Record<string, number> = {}
  for (const { status } of await event.registrations()) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

onEachRace('the line', (race) => {
  const rounds = async (work: (round: number) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round++) await work(round)
    await race().expectCounted()
  }

  it(
    'has nobody in it beside a free place, however cancellations meet those who join',
    async () => {
      await rounds(async () => {
        const event = await race().event({ event: { capacity: 2, waitlistEnabled: true } })
        const [first, second] = await race().storm(2, (n) => event.register(n))
        const answers = await race().storm(8, (n) => {
          if (n === 3) return event.act(n, first?.body.id ?? '', 'cancel')
          if (n === 4) return event.act(n, second?.body.id ?? '', 'cancel')
          return event.register(n)
        })
        expect(answers.filter(({ status }) => status >= 300)).toEqual([])
        expect(await statesOf(event)).toEqual({ cancelled: 2, confirmed: 2, waitlisted: 4 })
        expect(await event.read()).toMatchObject({ registeredCount: 2, waitlistedCount: 4, remaining: 0 })
      })
    },
    PATIENCE_MS,
  )

  it('tells everyone who joins it the right place in it, also in answers that are stored', async () => {
    const event = await race().event({
      event: { capacity: 1, waitlistEnabled: true },
      optionGroups: ['a', 'b', 'c'].map((ref) => ({
        ...{ ref, name: ref },
        options: [{ name: `${ref} one`, capacity: 500 }],
      })),
    })
    const options = (await event.options()).map(({ groupId, optionId }) => ({ groupId, optionId }))
    await event.register(0)
    // Both kinds at every server.
    const isKeyed = (n: number) => n % 4 < 2
    const joined = await race().storm(40, (n) =>
      isKeyed(n)
        ? event.register(n, {}, { 'idempotency-key': `${event.id}-${n}` })
        : event.register(n, { options }),
    )
    expect(joined.filter(({ status }) => status !== 201)).toEqual([])
    const told = joined.filter((_answer, n) => isKeyed(n)).map(({ body }) => [body.id, body.waitlistPosition])
    const positions = new Map((await event.registrations()).map((row) => [row.id, row.waitlistPosition]))
    expect(told).toEqual(told.map(([id]) => [id, positions.get(id as string)]))
  })

  it(
    'gives nothing away once the event is cancelled, however many leave beside that',
    async () => {
      await rounds(async (round) => {
        const event = await race().event({ event: { capacity: 6, waitlistEnabled: true } })
        const made = await race().storm(12, (n) => event.register(n))
        const confirmed = made.flatMap(({ body }) => (body.status === 'confirmed' ? [body.id] : []))
        const last = confirmed.pop() ?? ''
        const answers = await race().storm(confirmed.length + 1, (n) =>
          n === round % 6
            ? race().send(n, 'PATCH', event.path, { body: { status: 'cancelled' } })
            : event.act(n, confirmed[n > round % 6 ? n - 1 : n] ?? '', 'cancel'),
        )
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
        const before = await statesOf(event)
        await event.act(round, last, 'cancel')
        const after = await statesOf(event)
        expect(after).toMatchObject({ cancelled: 6, waitlisted: before.waitlisted })
        expect(await event.read()).toMatchObject({ registeredCount: 6 - (after.waitlisted ?? 0) })
      })
    },
    PATIENCE_MS,
  )

  it(
    'is served by seats that fit, and a group waits as one',
    async () => {
      await rounds(async () => {
        const event = await race().event({ event: { capacity: 4, waitlistEnabled: true } })
        const group = (seats: number) => ({ attendees: Array.from({ length: seats }, newPerson) })
        const first = await race().storm(4, (n) => event.register(n))
        const three = await event.register(0, group(3))
        const one = await event.register(1)
        const ids = first.map(({ body }) => body.id)
        await race().storm(2, (n) => event.act(n, ids[n] ?? '', 'cancel'))
        expect(await statesOf(event)).toMatchObject({ confirmed: 3, waitlisted: 1 })
        await race().storm(2, (n) => event.act(n, ids[n + 2] ?? '', 'cancel'))
        const states = Object.fromEntries((await event.registrations()).map(({ id, status }) => [id, status]))
        expect([states[three.body.id], states[one.body.id]]).toEqual(['confirmed', 'confirmed'])
      })
    },
    PATIENCE_MS,
  )

  it(
    'passes an offer on once, whether it is accepted, refused or both at once',
    async () => {
      await rounds(async () => {
        const event = await race().event({
          event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 },
        })
        const [first, second, third] = [
          await event.register(0),
          await event.register(1),
          await event.register(0),
        ]
        await event.act(0, first.body.id, 'cancel')
        const answers = await race().storm(12, (n) =>
          n % 3 === 0
            ? event.act(n, second.body.id, 'cancel')
            : event.patch(n, second.body.id, { status: 'confirmed' }),
        )
        expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
        const states = Object.fromEntries((await event.registrations()).map(({ id, status }) => [id, status]))
        expect([states[second.body.id], states[third.body.id]]).toEqual(['cancelled', 'offered'])
        expect(await event.read()).toMatchObject({ registeredCount: 0, waitlistedCount: 0, remaining: 0 })
      })
    },
    PATIENCE_MS,
  )

  it(
    'passes an offer on once when its time is over, and nobody accepts it then',
    async () => {
      await rounds(async () => {
        const event = await race().event({
          event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 },
        })
        const people = [await event.register(0), await event.register(1), await event.register(0)]
        const [first, second, third] = people.map(({ body }) => body.id)
        await event.act(0, first ?? '', 'cancel')
        race().clock.advance(HOUR_MS)
        const [answers] = await Promise.all([
          race().storm(8, (n) => event.patch(n, second ?? '', { status: 'confirmed' })),
          event.register(1),
          ...race().apps.map(({ app }) => app.background.drain()),
        ])
        expect(countAnswers(answers)).toEqual({ '409 invalid-transition': 8 })
        const states = Object.fromEntries((await event.registrations()).map(({ id, status }) => [id, status]))
        expect([states[second ?? ''], states[third ?? '']]).toEqual(['expired', 'offered'])
      })
    },
    PATIENCE_MS,
  )

  it(
    'gives an offer to the one who accepts in time, or to the next',
    async () => {
      await rounds(async () => {
        const event = await race().event({
          event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 },
        })
        const people = [await event.register(0), await event.register(1), await event.register(0)]
        const [first, second] = people.map(({ body }) => body.id)
        await event.act(0, first ?? '', 'cancel')
        race().clock.advance(HOUR_MS - 1)
        const accepting = race().storm(4, (n) => event.patch(n, second ?? '', { status: 'confirmed' }))
        race().clock.advance(1)
        const drained = Promise.all(race().apps.map(({ app }) => app.background.drain()))
        const [answers] = await Promise.all([accepting, drained])
        for (const { app } of race().apps) await app.background.drain()
        const accepted = answers.some(({ status }) => status === 200)
        const states = await statesOf(event)
        expect(states).toEqual(
          accepted ? { cancelled: 1, confirmed: 1, waitlisted: 1 } : { cancelled: 1, expired: 1, offered: 1 },
        )
      })
    },
    PATIENCE_MS,
  )

  it(
    'is joined by one who is approved, or declined, never both',
    async () => {
      await rounds(async () => {
        const event = await race().event({ event: { capacity: 1, approvalRequired: true } })
        const { body } = await event.register(0)
        const answers = await race().storm(20, (n) =>
          event.act(n, body.id, n % 2 === 0 ? 'approve' : 'decline'),
        )
        const counts = countAnswers(answers)
        const [state] = await event.registrations()
        expect(counts).toEqual({ [`200 ${state?.status}`]: 10, '409 invalid-transition': 10 })
        expect(await event.read()).toMatchObject({ remaining: state?.status === 'confirmed' ? 0 : 1 })
      })
    },
    PATIENCE_MS,
  )

  it(
    'lets one of many who are approved in, without a line',
    async () => {
      await rounds(async () => {
        const event = await race().event({ event: { capacity: 1, approvalRequired: true } })
        const pending = await race().storm(6, (n) => event.register(n))
        const answers = await race().storm(18, (n) =>
          event.act(n, pending[n % 6]?.body.id ?? '', n < 12 ? 'approve' : 'cancel'),
        )
        expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
        expect(await statesOf(event)).toEqual({ cancelled: 6 })
        expect(await event.read()).toMatchObject({ registeredCount: 0, remaining: 1 })
      })
    },
    PATIENCE_MS,
  )

  describe('of a session', () => {
    const parts = {
      sessions: [
        {
          ref: 'lab',
          title: 'Lab',
          start: '2031-05-06T10:00:00+02:00',
          end: '2031-05-06T11:00:00+02:00',
          capacity: 2,
          waitlistEnabled: true,
        },
      ],
    }

    it(
      'has nobody in it beside a free place',
      async () => {
        await rounds(async () => {
          const event = await race().event(parts)
          const [lab = ''] = await event.ids('sessions')
          const people = (await race().storm(8, (n) => event.register(n))).map(({ body }) => body.id)
          for (const id of people.slice(0, 2)) expect((await event.enrol(0, id, lab)).status).toBe(201)
          const answers = await race().storm(8, (n) =>
            n < 2 ? event.leave(n, people[n] ?? '', lab) : event.enrol(n, people[n] ?? '', lab),
          )
          expect(countAnswers(answers)['204']).toBe(2)
          const { data } = await event.read<{ data: { status: string }[] }>(`/sessions/${lab}/registrations`)
          expect(data.map(({ status }) => status).sort()).toEqual([
            ...['registered', 'registered'],
            ...['waitlisted', 'waitlisted', 'waitlisted', 'waitlisted'],
          ])
          expect(await event.read(`/sessions/${lab}`)).toMatchObject({ enrolledCount: 2, waitlistedCount: 4 })
        })
      },
      PATIENCE_MS,
    )

    it('is served in order when registrations are cancelled', async () => {
      const event = await race().event(parts)
      const [lab = ''] = await event.ids('sessions')
      const people: string[] = []
      for (let n = 0; n < 6; n++) people.push((await event.register(n, { sessionIds: [lab] })).body.id)
      await race().storm(2, (n) => event.act(n, people[n] ?? '', 'cancel'))
      const { data } = await event.read<{ data: { registrationId: string; status: string }[] }>(
        `/sessions/${lab}/registrations?status=registered`,
      )
      expect(data.map(({ registrationId }) => registrationId).sort()).toEqual(people.slice(2, 4).sort())
      await race().expectCounted()
    })

    it(
      'enrols somebody once',
      async () => {
        await rounds(async () => {
          const event = await race().event(parts)
          const [lab = ''] = await event.ids('sessions')
          const { body } = await event.register(0)
          const answers = await race().storm(10, (n) => event.enrol(n, body.id, lab))
          expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
          expect(await event.read(`/sessions/${lab}`)).toMatchObject({ enrolledCount: 1, waitlistedCount: 0 })
        })
      },
      PATIENCE_MS,
    )
  })
})
