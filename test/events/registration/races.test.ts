import { describe, expect, it } from 'vitest'
import { createMeeting } from '../../meeting.ts'
import { scaled } from '../../seed.ts'
import {
  countAnswers,
  giveAllBack,
  lookThenTake,
  onEachRace,
  type Race,
  type RacedEvent,
} from '../race-scene.ts'
import { newPerson } from '../scene.ts'

const BUYERS = scaled(50, 500)
const ROUNDS = scaled(4, 1_000)

onEachRace('buyers', (race) => {
  it(
    `${BUYERS} for one place: one has it, ${ROUNDS} times`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const event = await race().event({ event: { capacity: 1 } })
        const answers = await race().storm(BUYERS, (n) => event.register(n))
        expect(countAnswers(answers)).toEqual({ '201 confirmed': 1, '409 capacity-full': BUYERS - 1 })
        expect(await event.read()).toMatchObject({ registeredCount: 1, remaining: 0 })
      }
      await race().expectCounted()
    },
    60_000 + ROUNDS * 5_000,
  )

  it('several have it where a look before the write is the guard (the control)', async () => {
    const event = await race().event({ event: { capacity: 1 } })
    const { database } = race().first.app.context
    const meet = createMeeting(50)
    const wins = await race().storm(50, () => lookThenTake(database, event.id, meet))
    expect(wins.filter(Boolean).length).toBeGreaterThan(1)
    await expect(race().expectCounted()).rejects.toThrow()
    await giveAllBack(database, event.id)
  })

  it('wait in the order of the answers, and are let in by it', async () => {
    const event = await race().event({ event: { capacity: 10, waitlistEnabled: true } })
    const answers = await race().storm(60, (n) => event.register(n))
    expect(countAnswers(answers)).toEqual({ '201 confirmed': 10, '201 waitlisted': 50 })
    const waiting = answers.filter(({ body }) => body.status === 'waitlisted').map(({ body }) => body)
    const positions = waiting.map(({ waitlistPosition }) => waitlistPosition ?? 0).sort((a, b) => a - b)
    expect(positions).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    const confirmed = answers.filter(({ body }) => body.status === 'confirmed').slice(0, 5)
    const cancelled = await race().storm(5, (n) => event.act(n, confirmed[n]?.body.id ?? '', 'cancel'))
    expect(countAnswers(cancelled)).toEqual({ '200 cancelled': 5 })
    const first = waiting.filter(({ waitlistPosition }) => (waitlistPosition ?? 0) <= 5).map(({ id }) => id)
    const now = await event.registrations('&status=confirmed')
    expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(first))
    expect(now).toHaveLength(10)
    await race().expectCounted()
  })

  it('of one address: one is registered', async () => {
    for (let round = 0; round < scaled(3, 100); round++) {
      const event = await race().event({ event: { capacity: 20 } })
      const registrant = newPerson()
      const email = (n: number) => (n % 2 === 0 ? registrant.email : registrant.email.toUpperCase())
      const answers = await race().storm(50, (n) =>
        event.register(n, { registrant: { ...registrant, email: email(n) } }),
      )
      expect(countAnswers(answers)).toEqual({ '201 confirmed': 1, '409 duplicate-registration': 49 })
      expect(await event.read()).toMatchObject({ registeredCount: 1, remaining: 19 })
    }
    await race().expectCounted()
  }, 300_000)

  it('who change to one address, and one who registers with it: one has it', async () => {
    for (let round = 0; round < scaled(1, 100); round++) {
      const event = await race().event()
      const known = await race().storm(3, (n) => event.register(n))
      const { email } = newPerson()
      const answers = await race().storm(6, (n) => {
        const one = known[n]
        const registrant = { ...newPerson(), email }
        return one === undefined
          ? event.register(n, { registrant })
          : event.patch(n, one.body.id, { registrant: { email } })
      })
      const won = answers.filter(({ status }) => status < 300)
      const lost = answers.filter(({ body }) => body.code === 'duplicate-registration')
      expect([won.length, lost.length], JSON.stringify(countAnswers(answers))).toEqual([1, 5])
    }
    await race().expectCounted()
  }, 300_000)

  describe('of options and choices', () => {
    const parts = {
      event: { capacity: 40 },
      optionGroups: [
        {
          ref: 'dinner',
          name: 'Dinner',
          selection: 'multiple',
          maxSelections: 2,
          options: [
            { name: 'Fish', capacity: 7, maxPerRegistration: 3 },
            { name: 'Soup', capacity: 9, maxPerRegistration: 3 },
          ],
        },
      ],
      form: {
        sections: [
          {
            title: 'Size',
            fields: [
              {
                name: 'size',
                label: 'Size',
                type: 'select',
                choices: [
                  { value: 'S', label: 'S', capacity: 5 },
                  { value: 'L', label: 'L' },
                ],
              },
            ],
          },
        ],
      },
    }

    it('take no more than there is, and their sum is what was answered', async () => {
      const event = await race().event(parts)
      const [fish, soup] = await event.options()
      const wanted = (n: number) => [
        ...(n % 3 === 0 ? [] : [{ groupId: fish?.groupId, optionId: fish?.optionId, quantity: 1 + (n % 3) }]),
        ...(n % 2 === 0 ? [] : [{ groupId: soup?.groupId, optionId: soup?.optionId, quantity: 1 + (n % 2) }]),
      ]
      const answers = await race().storm(scaled(60, 2_000), (n) =>
        event.register(n, { options: wanted(n), answers: n % 4 === 0 ? { size: 'S' } : { size: 'L' } }),
      )
      const sold = answers.filter(({ status }) => status === 201)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
      const options = sold.flatMap(({ body }) => body.options as { optionId: string; quantity: number }[])
      const sum = (id: string | undefined) =>
        options.filter(({ optionId }) => optionId === id).reduce((all, { quantity }) => all + quantity, 0)
      const left = await event.read<{ data: { options: { id: string; remaining: number }[] }[] }>(
        '/registrationoptiongroups',
      )
      const remaining = Object.fromEntries(
        left.data.flatMap(({ options: all }) => all.map((option) => [option.id, option.remaining])),
      )
      expect(remaining).toEqual({
        [fish?.optionId ?? '']: 7 - sum(fish?.optionId),
        [soup?.optionId ?? '']: 9 - sum(soup?.optionId),
      })
      const small = sold.filter(({ body }) => (body.answers as { size: string }).size === 'S')
      expect(small.length).toBeLessThanOrEqual(5)
      await race().expectCounted()
    }, 300_000)

    it('swap them in opposite directions', async () => {
      const event = await race().event(parts)
      const [fish, soup] = await event.options()
      const chosen = (option: typeof fish, quantity: number) => [
        { groupId: option?.groupId, optionId: option?.optionId, quantity },
      ]
      const people = await race().storm(8, (n) =>
        event.register(n, { options: chosen(n % 2 === 0 ? fish : soup, 1), answers: { size: 'L' } }),
      )
      for (let round = 0; round < scaled(3, 100); round++) {
        const answers = await race().storm(16, (n) =>
          event.patch(n, people[n % 8]?.body.id ?? '', {
            options: chosen((n + round) % 2 === 0 ? soup : fish, 1 + (n % 3)),
            answers: { size: n % 5 === 0 ? 'S' : 'L' },
          }),
        )
        expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
        await race().expectCounted()
      }
    }, 300_000)
  })

  it('of several seats have all of them or none', async () => {
    const event = await race().event({ event: { capacity: 20 } })
    const answers = await race().storm(30, (n) =>
      event.register(n, { attendees: Array.from({ length: 1 + (n % 5) }, newPerson) }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const seats = answers.filter(({ status }) => status === 201).flatMap(({ body }) => body.attendees)
    expect(seats.length).toBeLessThanOrEqual(20)
    expect(await event.read()).toMatchObject({ registeredCount: seats.length, remaining: 20 - seats.length })
    await race().expectCounted()
  })

  it('are served while the event is changed all the time', async () => {
    const event = await race().event({ event: { capacity: 30, waitlistEnabled: true } })
    let selling = true
    const changes = race().storm(6, async (n) => {
      const statuses = new Set<number>()
      for (let more = 0; selling && more < 500; more++)
        statuses.add((await race().send(n, 'PATCH', event.path, { body: { title: `Title ${n}` } })).status)
      return [...statuses]
    })
    const answers = await race()
      .storm(60, async (n) => {
        const made = await event.register(n)
        return n % 3 === 0 ? event.act(n, made.body.id, 'cancel') : made
      })
      .finally(() => {
        selling = false
      })
    expect(answers.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([])
    expect(new Set((await changes).flat())).toEqual(new Set([200]))
    await race().expectCounted()
  })

  it('meet a capacity that goes below what is sold, and one that is raised again', async () => {
    for (let round = 0; round < scaled(2, 50); round++) await lowerAndRaise(race())
  }, 300_000)
})

async function lowerAndRaise(race: Race): Promise<void> {
  const event = await race.event({ event: { capacity: 20, waitlistEnabled: true } })
  await race.storm(12, (n) => event.register(n))
  const [lowered, ...answers] = await Promise.all([
    event.setCapacity(0, 10),
    ...Array.from({ length: 20 }, (_, n) => event.register(n)),
  ])
  expect(lowered.status).toBe(200)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const sold = (await event.registrations('&status=confirmed')).length
  expect(sold).toBeGreaterThanOrEqual(12)
  expect(countAnswers([await event.register(0)])).toEqual({ '201 waitlisted': 1 })
  expect(await event.read()).toMatchObject({ registeredCount: sold, remaining: 0 })
  await race.expectCounted()
  await raise(event, sold)
  await race.expectCounted()
}

/** Three more than are sold: the first three of the line, and nobody who comes meanwhile. */
async function raise(event: RacedEvent, sold: number): Promise<void> {
  const line = (await event.registrations('&status=waitlisted')).sort(byPosition).map(({ id }) => id)
  const [raised, late] = await Promise.all([event.setCapacity(0, sold + 3), event.register(1)])
  expect([raised.status, late.body.status]).toEqual([200, 'waitlisted'])
  const confirmed = (await event.registrations('&status=confirmed')).map(({ id }) => id)
  expect(confirmed).toHaveLength(sold + 3)
  expect(line.filter((id) => confirmed.includes(id))).toEqual(line.slice(0, 3))
}

type Waiting = { waitlistPosition: number | null }
const byPosition = (a: Waiting, b: Waiting) => (a.waitlistPosition ?? 0) - (b.waitlistPosition ?? 0)
