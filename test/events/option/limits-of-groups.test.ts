import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { scaled } from '../../seed.ts'
import { openEvent } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

const MANY = scaled(6, 40)

onEachApp('who may register together, and again', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const group = (size: number) => ({ attendees: Array.from({ length: size }, newPerson) })

  it('refuses a group that is larger than the event or the type could ever seat', async () => {
    const event = await openEvent(running(), organiser, {
      event: { capacity: 3, waitlistEnabled: true },
      registrationTypes: [{ name: 'Small', code: 'SMALL', capacity: 2 }],
    })
    for (const size of [3, 4]) {
      const { status, body } = await event.register(group(size))
      expect([status, (body.errors as Json[])[0]?.pointer]).toEqual([422, '/attendees'])
    }
    expect((await event.register(group(2))).status).toBe(201)
    expect((await event.take(group(2))).status).toBe('waitlisted')
    expect(await event.counts()).toMatchObject({ registeredCount: 2, waitlistedCount: 2 })
  })

  it('refuses a group that is larger than a session could ever seat, however the session is chosen', async () => {
    const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
    for (const waitlistEnabled of [false, true]) {
      const event = await openEvent(running(), organiser, {
        event: { waitlistEnabled },
        sessions: [{ ref: 'lab', code: 'LAB', title: 'Lab', capacity: 2, waitlistEnabled, ...times }],
        optionGroups: [{ name: 'Labs', options: [{ name: 'Lab', code: 'L', sessionId: 'lab' }] }],
      })
      const sessionIds = [event.sessions.LAB]
      const own = group(3).attendees.map((person) => ({ ...person, sessionIds }))
      for (const body of [
        { ...group(3), sessionIds },
        { ...group(3), options: [event.options.L] },
        { attendees: own },
      ]) {
        const refused = await event.register(body)
        expect([refused.status, (refused.body.errors as Json[])[0]?.pointer]).toEqual([422, '/attendees'])
      }
      const [first, second, third] = own
      const alone = { ...third, sessionIds: [] }
      expect((await event.take({ attendees: [first, second, alone] })).status).toBe('confirmed')
      expect(await event.counts()).toMatchObject({ registeredCount: 3, waitlistedCount: 0 })
    }
  })

  it('takes no other registration of an address that has several from before', async () => {
    const event = await openEvent(running(), organiser, { event: { multiplePerEmail: true } })
    const registrant = newPerson()
    const ids = [(await event.take({ registrant })).id, (await event.take({ registrant })).id]
    await event.call('PATCH', '', { multiplePerEmail: false })
    const storm = () => Promise.all(Array.from({ length: MANY }, () => event.register({ registrant })))
    for (const { status, body } of await storm())
      expect([status, body.code]).toEqual([409, 'duplicate-registration'])
    await event.call('POST', `/registrations/${ids[0]}/cancel`)
    expect((await event.register({ registrant })).status).toBe(409)
    await event.call('POST', `/registrations/${ids[1]}/cancel`)
    const answers = await storm()
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  it('expects nobody who only has an offer at a session that is included for a type', async () => {
    const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
    const event = await openEvent(running(), organiser, {
      event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 },
      registrationTypes: [{ ref: 'a', name: 'A', code: 'A' }],
      sessions: [{ code: 'IN', title: 'In', included: true, registrationTypeIds: ['a'], ...times }],
    })
    const [first, second] = [await event.take(), await event.take()]
    const path = `/attendance/${event.sessions.IN}`
    const summary = async () => (await event.call<{ summary: Json }>('GET', path)).body.summary
    await event.call('POST', `/registrations/${first.id}/cancel`)
    expect((await event.read(second.id)).status).toBe('offered')
    expect(await summary()).toMatchObject({ registered: 0 })
    await event.patch(second.id, { status: 'confirmed' })
    expect(await summary()).toMatchObject({ registered: 1 })
  })
})
