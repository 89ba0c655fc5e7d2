import { describe, expect, it } from 'vitest'
import { scaled } from '../../seed.ts'
import { onEachRace, type RacedEvent } from '../race-scene.ts'
import { newPerson } from '../scene.ts'

const session = (ref: string, hour: number, more = {}) => ({
  ref,
  code: ref,
  title: ref,
  start: `2031-05-06T${hour}:00:00+02:00`,
  end: `2031-05-06T${hour + 1}:00:00+02:00`,
  ...more,
})

const statusOf = async (event: RacedEvent, id: string) =>
  (await event.read<{ status: string }>(`/registrations/${id}`)).status

onEachRace('places', (race) => {
  describe('of one who waits and asks for something else', () => {
    const types = {
      registrationTypes: [
        { code: 'A', name: 'A', capacity: 1 },
        { code: 'B', name: 'B' },
      ],
    }

    it('are counted at the type that it waits for now', async () => {
      const event = await race().event({ ...types, event: { capacity: 1, waitlistEnabled: true } })
      const [a, b] = await event.ids('registrationtypes')
      await event.register(0, { registrationTypeId: a })
      const { body } = await event.register(1, { registrationTypeId: a })
      expect((await event.patch(0, body.id, { registrationTypeId: b })).status).toBe(200)
      await race().expectCounted()
      expect((await event.act(0, body.id, 'cancel')).status).toBe(200)
      await race().expectCounted()
    })

    it('are given at once where there is room for that', async () => {
      const event = await race().event({ ...types, event: { capacity: 5, waitlistEnabled: true } })
      const [a, b] = await event.ids('registrationtypes')
      await event.register(0, { registrationTypeId: a })
      const { body } = await event.register(1, { registrationTypeId: a })
      expect(body.status).toBe('waitlisted')
      const changed = await event.patch(0, body.id, { registrationTypeId: b, note: 'any' })
      expect(changed).toMatchObject({ status: 200, body: { status: 'confirmed', waitlistPosition: null } })
      await race().expectCounted()
    })

    it('are not taken from others while it only tries', async () => {
      const event = await race().event({ ...types, event: { capacity: 2, waitlistEnabled: true } })
      const [a, b] = await event.ids('registrationtypes')
      await event.register(0, { registrationTypeId: a })
      const asks = Array.from({ length: 40 }, (_none, n) => (n === 30 ? b : a) as string)
      const made = await race().storm(asks.length, (n) => event.register(n, { registrationTypeId: asks[n] }))
      const statuses = made.map(({ body }) => body.status)
      expect(statuses).toEqual(asks.map((type) => (type === b ? 'confirmed' : 'waitlisted')))
      await race().expectCounted()
    })

    it('are refused where an option that it adds is full', async () => {
      const event = await race().event({
        event: { capacity: 1, waitlistEnabled: true },
        optionGroups: [
          { ref: 'g', name: 'Dinner', options: [{ name: 'Fish', capacity: 1 }, { name: 'Soup' }] },
        ],
      })
      const [fish, soup] = (await event.options()).map(({ groupId, optionId }) => ({ groupId, optionId }))
      await event.register(0, { options: [fish] })
      const { body } = await event.register(1, { options: [soup] })
      expect((await event.patch(0, body.id, { options: [fish] })).body).toMatchObject({
        code: 'capacity-full',
      })
      expect((await event.patch(0, body.id, { note: 'any' })).status).toBe(200)
    })
  })

  describe('of a session without a line', () => {
    const parts = {
      event: { capacity: 2, waitlistEnabled: true },
      registrationTypes: [{ code: 'A', name: 'A', capacity: 1 }],
      sessions: [session('LAB', 10, { capacity: 1 })],
    }

    /** One holds the only place of the session, another waits for it and for the type. */
    async function scene() {
      const event = await race().event(parts)
      const [lab = ''] = await event.ids('sessions')
      const first = await event.register(0, { sessionIds: [lab] })
      const second = await event.register(1, { sessionIds: [] })
      await event.patch(0, second.body.id, { sessionIds: [lab] })
      expect(await statusOf(event, second.body.id)).toBe('waitlisted')
      return { event, lab, first: first.body.id, second: second.body.id }
    }

    it('go to the line of the event where somebody leaves', async () => {
      const { event, lab, first, second } = await scene()
      const [type] = await event.ids('registrationtypes')
      const raised = await race().send(0, 'PATCH', `${event.path}/registrationtypes/${type}`, {
        body: { capacity: 2 },
      })
      expect(raised.status).toBe(200)
      expect(await statusOf(event, second)).toBe('waitlisted')
      expect((await event.leave(0, first, lab)).status).toBe(204)
      expect(await statusOf(event, second)).toBe('confirmed')
      await race().expectCounted()
    })

    it('go to it where somebody chooses another', async () => {
      const { event, first, second } = await scene()
      const [type] = await event.ids('registrationtypes')
      await race().send(0, 'PATCH', `${event.path}/registrationtypes/${type}`, { body: { capacity: 2 } })
      expect((await event.patch(0, first, { sessionIds: [] })).status).toBe(200)
      expect(await statusOf(event, second)).toBe('confirmed')
      await race().expectCounted()
    })
  })

  it('of a session that was left are not taken again by another change', async () => {
    const event = await race().event({ sessions: [session('LAB', 10, { capacity: 5 })] })
    const [lab = ''] = await event.ids('sessions')
    const attendees = [{ ...newPerson(), sessionIds: [lab] }, newPerson()]
    const { body } = await event.register(0, { attendees })
    expect(await event.read(`/sessions/${lab}`)).toMatchObject({ enrolledCount: 1 })
    expect((await event.leave(0, body.id, lab)).status).toBe(204)
    expect((await event.patch(0, body.id, { note: 'late' })).status).toBe(200)
    expect(await event.read(`/sessions/${lab}`)).toMatchObject({ enrolledCount: 0 })
    const read = await event.read<{ attendees: { sessionIds: string[] }[] }>(`/registrations/${body.id}`)
    expect(read.attendees.flatMap(({ sessionIds }) => sessionIds)).toEqual([])
    await race().expectCounted()
  })

  it('of one who is cancelled are not approved', async () => {
    const event = await race().event({ event: { approvalRequired: true } })
    const { body } = await event.register(0)
    expect((await event.act(0, body.id, 'approve')).body.status).toBe('confirmed')
    expect((await event.act(1, body.id, 'approve')).status).toBe(200)
    await event.act(1, body.id, 'cancel')
    expect(await event.act(0, body.id, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'invalid-transition' },
    })
  })

  it('of pending ones: one of many has an address, whoever changes to it', async () => {
    for (let round = 0; round < scaled(3, 100); round++) {
      const event = await race().event({ event: { approvalRequired: true } })
      const known = await race().storm(4, (n) => event.register(n))
      const { email } = newPerson()
      const answers = await race().storm(12, (n) => {
        const one = known[n]
        return one === undefined
          ? event.register(n, { registrant: { ...newPerson(), email } })
          : event.patch(n, one.body.id, { registrant: { email } })
      })
      expect(answers.map(({ status }) => status).sort()).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        ...Array(11).fill(409),
      ])
    }
  }, 300_000)
})
