import { expect, it } from 'vitest'
import { countAnswers, onEachRace } from '../race-scene.ts'

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
