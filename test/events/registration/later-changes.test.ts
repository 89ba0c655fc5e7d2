import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type EventClient, openEvent, type Registration } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

const at = (from: number, to: number) => ({
  start: `2031-05-06T${from}:00:00+02:00`,
  end: `2031-05-06T${to}:00:00+02:00`,
})
const parts = {
  event: { capacity: 10 },
  sessions: [
    { code: 'A', title: 'A', ...at(10, 11) },
    { code: 'B', title: 'B', ...at(12, 13) },
    { code: 'C', title: 'C', ...at(14, 15) },
  ],
  optionGroups: [
    {
      name: 'Dinner',
      options: [
        { name: 'Meat', code: 'MEAT', maxPerRegistration: 3 },
        { name: 'Fish', code: 'FISH' },
      ],
    },
  ],
}

onEachApp('a registration after the organiser has changed the event', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })

  const expectDone = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    expect([status, text]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  }
  const addType = (event: EventClient, members: Json) =>
    expectDone(event.call('POST', '/registrationtypes', members))
  const changeSession = (event: EventClient, code: string, body: Json) =>
    expectDone(organiser.call('PATCH', `/eventdata/sessions/${event.sessions[code]}`, { body }))

  const later: Record<string, (event: EventClient) => Promise<void>> = {
    nothing: async () => {},
    'two types added': async (event) => {
      await addType(event, { name: 'One' })
      await addType(event, { name: 'Two' })
    },
    'one type added': (event) => addType(event, { name: 'One' }),
    'one full type added': (event) => addType(event, { name: 'One', capacity: 0 }),
    'its session cancelled': (event) => changeSession(event, 'A', { status: 'cancelled' }),
    "an attendee's own session cancelled": (event) => changeSession(event, 'B', { status: 'cancelled' }),
    'its session closed to its type': async (event) => {
      await addType(event, { name: 'One', code: 'ONE' })
      const { data } = (await event.call<{ data: { id: string }[] }>('GET', '/registrationtypes')).body
      await changeSession(event, 'A', { registrationTypeIds: [data[0]?.id] })
    },
    'two sessions moved so that they overlap': (event) => changeSession(event, 'B', at(10, 11)),
    'its session included for everyone': (event) => changeSession(event, 'A', { included: true }),
    'a required group added': (event) =>
      expectDone(
        event.call('POST', '/registrationoptiongroups', {
          name: 'Shirt',
          required: true,
          options: [{ name: 'S' }, { name: 'M' }],
        }),
      ),
    'fewer of an option allowed, and the option closed': async (event) => {
      const path = `/registrationoptiongroups/${event.options.MEAT?.groupId}`
      const { options } = (await event.call<{ options: Json[] }>('GET', path)).body
      const changed = options.map(({ remaining: _left, ...option }) =>
        option.code === 'MEAT' ? { ...option, maxPerRegistration: 1, status: 'closed' } : option,
      )
      await expectDone(event.call('PATCH', path, { options: changed }))
    },
    'a form with a required question': (event) =>
      expectDone(
        event.call('PUT', '/registrationform', {
          sections: [{ title: 'T', fields: [{ name: 'q', label: 'Q', type: 'text', required: true }] }],
        }),
      ),
  }

  async function scene(change: (event: EventClient) => Promise<void>) {
    const event = await openEvent(running(), organiser, parts)
    const person = newPerson()
    const made = await event.take({
      registrant: person,
      attendees: [{ ...person, sessionIds: [event.sessions.B] }, newPerson()],
      sessionIds: [event.sessions.A],
      options: [{ ...event.options.MEAT, quantity: 2 }],
      note: 'before',
    })
    await change(event)
    return { event, made }
  }
  /** All that nobody has asked to change. */
  const kept = ({ registrationTypeId, options, attendees }: Registration) => ({
    registrationTypeId,
    options,
    attendees: attendees.map(({ id, sessionIds }) => ({ id, sessionIds })),
  })

  describe.each(Object.entries(later))('%s', (_name, change) => {
    it('takes an unrelated change, and stays what it was', async () => {
      const { event, made } = await scene(change)
      const before = kept(await event.read(made.id))
      for (const body of [
        { note: 'x' },
        { externalReferences: [{ system: 'crm', id: '1' }] },
        { registrant: { lastName: 'Renamed' } },
        { tags: ['vip'], source: 'crm' },
      ]) {
        const { status, text } = await event.patch(made.id, body)
        expect([body, status, text]).toEqual([body, 200, expect.any(String)])
      }
      expect(kept(await event.read(made.id))).toEqual(before)
      expect(await event.counts()).toMatchObject({ registeredCount: 2 })
    })

    it('takes the same values again, by PATCH, PUT and the options', async () => {
      const { event, made } = await scene(change)
      const known = await event.read(made.id)
      const { registrant, registrationTypeId, options, sessionIds, answers, source, note, tags } = known
      const same = { registrant, registrationTypeId, options, sessionIds, answers, source, note, tags }
      const patched = await event.patch(made.id, same)
      expect([patched.status, patched.text]).toEqual([200, expect.any(String)])
      const path = `/eventdata/registrations/${made.id}`
      const put = await organiser.call<Registration>('PUT', path, { body: same })
      expect([put.status, put.text]).toEqual([200, expect.any(String)])
      const chosen = await event.call('PUT', `/registrations/${made.id}/options`, { options })
      expect([chosen.status, chosen.text]).toEqual([200, expect.any(String)])
      const after = await event.read(made.id)
      expect(kept(after)).toEqual(kept(known))
      expect(after.sessionIds.toSorted()).toEqual(sessionIds.toSorted())
    })

    it('takes a change of another choice, and of an attendee', async () => {
      const { event, made } = await scene(change)
      const { sessionIds } = await event.read(made.id)
      const more = await event.patch(made.id, { sessionIds: [...sessionIds, event.sessions.C] })
      expect([more.status, more.text]).toEqual([200, expect.any(String)])
      const enrolled = `/sessions/${event.sessions.C}/registrations/${made.id}`
      expect((await event.call('DELETE', enrolled)).status).toBe(204)
      expect((await event.call('PUT', enrolled)).status).toBe(201)
      const fewer = { options: [{ ...event.options.MEAT, quantity: 1 }] }
      expect((await event.patch(made.id, fewer)).status).toBe(200)
      const guest = `/attendees/${made.attendees[1]?.id}`
      expect((await event.call('PATCH', guest, { firstName: 'Other' })).status).toBe(200)
    })
  })

  it('is refused an option whose session is closed, cancelled or for other types, but keeps it', async () => {
    const event = await openEvent(running(), organiser, {
      registrationTypes: [
        { ref: 'one', name: 'One', code: 'ONE' },
        { ref: 'two', name: 'Two', code: 'TWO' },
      ],
      sessions: [{ ref: 'lab', code: 'LAB', title: 'Lab', registrationTypeIds: ['one'], ...at(10, 11) }],
      optionGroups: [
        {
          name: 'Labs',
          options: [
            { name: 'Lab', code: 'L', sessionId: 'lab', maxPerRegistration: 2 },
            { name: 'None', code: 'N' },
          ],
        },
      ],
    })
    const [one, two] = [event.types.ONE, event.types.TWO]
    const options = [event.options.L]
    const errorOf = ({ status, body }: { status: number; body: Json }) => [
      status,
      (body.errors as Json[] | undefined)?.[0],
    ]
    const refusal = (code: string) => [
      422,
      { pointer: '/options/0/optionId', code, message: expect.any(String) },
    ]
    expect(errorOf(await event.register({ registrationTypeId: two, options }))).toEqual(
      refusal('registration-type'),
    )
    const made = await event.take({ registrationTypeId: one, options })
    const other = await event.take({ registrationTypeId: one, options: [event.options.N] })
    expect(errorOf(await event.patch(made.id, { registrationTypeId: two }))).toEqual(
      refusal('registration-type'),
    )
    for (const status of ['closed', 'cancelled']) {
      await changeSession(event, 'LAB', { status })
      expect(errorOf(await event.register({ registrationTypeId: one, options }))).toEqual(refusal('closed'))
      expect(errorOf(await event.patch(other.id, { options }))).toEqual(refusal('closed'))
      const more = { options: [{ ...event.options.L, quantity: 2 }], note: status }
      expect((await event.patch(made.id, more)).status).toBe(200)
    }
    expect((await event.patch(made.id, { options: [event.options.N] })).status).toBe(200)
  })

  it('is still judged by what a change names', async () => {
    const { event, made } = await scene(async () => {})
    await changeSession(event, 'C', at(10, 11))
    const clash = await event.patch(made.id, { sessionIds: [event.sessions.A, event.sessions.C] })
    expect([clash.status, clash.body.code]).toEqual([409, 'session-clash'])
    await changeSession(event, 'C', { status: 'cancelled' })
    expect((await event.patch(made.id, { sessionIds: [event.sessions.C] })).status).toBe(422)
    const much = { options: [{ ...event.options.MEAT, quantity: 4 }] }
    expect((await event.patch(made.id, much)).status).toBe(422)
    await addType(event, { name: 'One', code: 'ONE' })
    const { data } = (await event.call<{ data: { id: string }[] }>('GET', '/registrationtypes')).body
    await expectDone(
      event.call('POST', '/registrationoptiongroups', {
        name: 'Shirt',
        required: true,
        options: [{ name: 'S', code: 'S' }],
      }),
    )
    const retyped = await event.patch(made.id, { registrationTypeId: data[0]?.id })
    expect([retyped.status, retyped.body.code]).toEqual([422, 'invalid'])
  })
})
