import { expect, it } from 'vitest'
import { countAnswers, onEachRace } from '../race-scene.ts'
import { newPerson } from '../scene.ts'

const session = (ref: string, more = {}) => ({
  ref,
  code: ref,
  title: ref,
  start: '2031-05-06T10:00:00+02:00',
  end: '2031-05-06T11:00:00+02:00',
  ...more,
})

const TYPES = [
  { code: 'A', name: 'A', capacity: 7 },
  { code: 'B', name: 'B', capacity: 100 },
]

onEachRace('places taken together', (race) => {
  it('are no more than there are of one type, and nobody loses one of the other', async () => {
    const event = await race().event({ event: { capacity: 100 }, registrationTypes: TYPES })
    const [a, b] = await event.ids('registrationtypes')
    const answers = await race().storm(60, (n) =>
      event.register(n, { registrationTypeId: n % 2 === 0 ? a : b }),
    )
    expect(countAnswers(answers)).toEqual({ '201 confirmed': 37, '409 capacity-full': 23 })
    expect(await event.read()).toMatchObject({ registeredCount: 37, remaining: 63 })
    await race().expectCounted()
  })

  it('are no more than a session has', async () => {
    const event = await race().event({ sessions: [session('LAB', { capacity: 11 }), session('TALK')] })
    const [lab, talk] = await event.ids('sessions')
    const answers = await race().storm(60, (n) => event.register(n, { sessionIds: n % 3 ? [lab] : [talk] }))
    expect(countAnswers(answers)).toEqual({ '201 confirmed': 31, '409 capacity-full': 29 })
    expect(await event.read(`/sessions/${lab}`)).toMatchObject({ enrolledCount: 11 })
    expect(await event.read(`/sessions/${talk}`)).toMatchObject({ enrolledCount: 20 })
    await race().expectCounted()
  })

  it('belong to more counters than one statement changes', async () => {
    const options = Array.from({ length: 24 }, (_none, n) => ({ name: `Shirt ${n}`, capacity: 2 }))
    const event = await race().event({ optionGroups: [{ ref: 'shirt', name: 'Shirt', options }] })
    const shirts = await event.options()
    const answers = await race().storm(72, (n) => {
      const { groupId, optionId } = shirts[n % shirts.length] ?? {}
      return event.register(n, { options: [{ groupId, optionId, quantity: 1 }] })
    })
    expect(countAnswers(answers)).toEqual({ '201 confirmed': 48, '409 capacity-full': 24 })
    await race().expectCounted()
  })

  it('are taken for whole groups of people, or for none of a group', async () => {
    const event = await race().event({ event: { capacity: 20 } })
    const attendees = () => [newPerson(), newPerson(), newPerson()]
    const answers = await race().storm(30, (n) => event.register(n, n % 2 ? { attendees: attendees() } : {}))
    const sold = answers.filter(({ status }) => status === 201).map(({ body }) => body.attendees.length)
    const people = sold.reduce((sum, count) => sum + count, 0)
    // Two places are too few for the next three people.
    expect([18, 19, 20]).toContain(people)
    expect(await event.read()).toMatchObject({ registeredCount: people, remaining: 20 - people })
    await race().expectCounted()
  })

  it('belong to more counters than one statement changes, all for the same registration', async () => {
    const options = Array.from({ length: 20 }, (_none, n) => ({ name: `Day ${n}`, capacity: 9 }))
    const group = { ref: 'days', name: 'Days', selection: 'multiple', maxSelections: 20, options }
    const event = await race().event({ optionGroups: [group] })
    const days = (await event.options()).map(({ groupId, optionId }) => ({ groupId, optionId, quantity: 1 }))
    const answers = await race().storm(24, (n) =>
      event.register(n, { options: n % 2 ? days : days.slice(0, 1) }),
    )
    const sold = answers.filter(({ status }) => status === 201)
    expect(sold).toHaveLength(9)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    await race().expectCounted()
  })

  it('of a session go to the first, and the rest wait for it', async () => {
    const event = await race().event({ sessions: [session('LAB', { capacity: 11, waitlistEnabled: true })] })
    const [lab] = await event.ids('sessions')
    const answers = await race().storm(30, (n) => event.register(n, { sessionIds: [lab] }))
    expect(countAnswers(answers)).toEqual({ '201 confirmed': 30 })
    expect(await event.read(`/sessions/${lab}`)).toMatchObject({ enrolledCount: 11 })
    await race().expectCounted()
  })

  it('are refused together with an address that is registered already, and only there', async () => {
    const event = await race().event({ event: { capacity: 40 } })
    const { body } = await event.register(0)
    const registrant = body.registrant as object
    const answers = await race().storm(30, (n) => event.register(n, n === 20 ? { registrant } : {}))
    expect(countAnswers(answers)).toEqual({ '201 confirmed': 29, '409 duplicate-registration': 1 })
    expect(await event.read()).toMatchObject({ registeredCount: 30, remaining: 10 })
    await race().expectCounted()
  })
})
