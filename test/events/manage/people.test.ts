import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'

type Registration = {
  id: string
  status: string
  version: number
  sessionIds: string[]
  attendees: { id: string; sessionIds: string[] }[]
}
type Listed = { data: (Json & { id: string; status: string; options: { id: string }[] })[] }

const session = { title: 'Lab', start: '2031-05-06T09:00:00Z', end: '2031-05-06T10:00:00Z' }
let people = 0

onEachApp('changing an event that people have registered for', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })

  /** An event and what the tests do with it. */
  async function open(parts: { event?: Json } & Json) {
    const { id } = await createEvent(running(), organiser, parts)
    const at = `/registration/api/v1/events/${id}`
    const call = <B = Json & { code: string }>(method: string, path: string, body?: unknown) =>
      organiser.call<B>(method, at + path, body === undefined ? {} : { body })
    const list = async (path: string) => (await call<Listed>('GET', path)).body.data
    const register = async (members: Json = {}) => {
      const registrant = { firstName: 'Ada', lastName: 'E', email: `ada${++people}@example.org` }
      const { status, body } = await call<Registration>('POST', '/registrations', { registrant, ...members })
      expect(status).toBe(201)
      return body
    }
    const statusOf = async ({ id: registration }: Registration) =>
      (await call<Registration>('GET', `/registrations/${registration}`)).body.status
    const patch = (body: Json) => organiser.call<Json & { code: string }>('PATCH', at, { body })
    return { id, at, call, list, register, statusOf, patch }
  }

  describe('the capacity of the event', () => {
    it('lowered below what is sold stops the sale and takes nobody out', async () => {
      const event = await open({ event: { capacity: 3 } })
      const sold = [await event.register(), await event.register()]
      const { body } = await event.patch({ capacity: 1 })
      expect(body).toMatchObject({ capacity: 1, registeredCount: 2, remaining: 0 })
      expect(await Promise.all(sold.map(event.statusOf))).toEqual(['confirmed', 'confirmed'])
      const registrant = { firstName: 'A', lastName: 'B', email: 'late@example.org' }
      expect((await event.call('POST', '/registrations', { registrant })).body.code).toBe('capacity-full')
    })

    it('raised lets in who waits, first come first served, in the same step', async () => {
      const event = await open({ event: { capacity: 1, waitlistEnabled: true } })
      const line = [await event.register(), await event.register(), await event.register()]
      expect(line.map(({ status }) => status)).toEqual(['confirmed', 'waitlisted', 'waitlisted'])
      const { body } = await event.patch({ capacity: 2 })
      expect(body).toMatchObject({ registeredCount: 2, waitlistedCount: 1, remaining: 0 })
      expect(await Promise.all(line.map(event.statusOf))).toEqual(['confirmed', 'confirmed', 'waitlisted'])
      expect((await event.patch({ capacity: null })).body).toMatchObject({
        registeredCount: 3,
        waitlistedCount: 0,
      })
    })

    it('of a type does the same', async () => {
      const event = await open({
        event: { waitlistEnabled: true },
        registrationTypes: [{ name: 'Standard', capacity: 1 }],
      })
      const line = [await event.register(), await event.register()]
      const [type] = await event.list('/registrationtypes')
      const { body } = await event.call('PATCH', `/registrationtypes/${type?.id}`, { capacity: 2 })
      expect(body).toMatchObject({ remaining: 0 })
      expect(await Promise.all(line.map(event.statusOf))).toEqual(['confirmed', 'confirmed'])
    })
  })

  it('is not deleted while a registration is live', async () => {
    const event = await open({ event: { approvalRequired: true } })
    const pending = await event.register()
    expect(pending.status).toBe('pending')
    const refused = await event.call('DELETE', '')
    expect([refused.status, refused.body.code]).toEqual([409, 'in-use'])
    await event.call('POST', `/registrations/${pending.id}/cancel`)
    expect((await event.call('DELETE', '')).status).toBe(204)
    expect((await event.call('GET', `/registrations/${pending.id}`)).status).toBe(404)
  })

  it('keeps the type and the options that live registrations have', async () => {
    const event = await open({
      event: { capacity: 1, waitlistEnabled: true },
      registrationTypes: [{ name: 'Standard' }, { name: 'Press' }],
      optionGroups: [{ name: 'Dinner', options: [{ name: 'Yes' }, { name: 'No' }] }],
    })
    const [standard, press] = await event.list('/registrationtypes')
    const [group] = await event.list('/registrationoptiongroups')
    const [yes, no] = group?.options ?? []
    await event.register({ registrationTypeId: standard?.id })
    const waiting = await event.register({
      registrationTypeId: press?.id,
      options: [{ groupId: group?.id, optionId: yes?.id }],
    })
    expect(waiting.status).toBe('waitlisted')
    const path = `/registrationoptiongroups/${group?.id}`
    const refusals = [
      await event.call('DELETE', `/registrationtypes/${press?.id}`),
      await event.call('DELETE', path),
      await event.call('PATCH', path, { options: [{ id: no?.id, name: 'No' }] }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'in-use']))
    const kept = await event.call<{ options: unknown[] }>('PATCH', path, {
      options: [{ id: yes?.id, name: 'Yes!' }],
    })
    expect(kept.body.options).toEqual([expect.objectContaining({ id: yes?.id, name: 'Yes!' })])
    await event.call('POST', `/registrations/${waiting.id}/cancel`)
    expect((await event.call('DELETE', `/registrationtypes/${press?.id}`)).status).toBe(204)
    expect((await event.call('DELETE', path)).status).toBe(204)
  })

  it('lets registrations keep the form that they were made with', async () => {
    const form = (name: string) => ({
      sections: [{ title: 'T', fields: [{ name, label: name, type: 'text', required: true }] }],
    })
    const event = await open({ form: form('first') })
    const old = await event.register({ answers: { first: 'a' } })
    expect((await event.call('PUT', '/registrationform', form('second'))).status).toBe(200)
    const changed = await event.call('PATCH', `/registrations/${old.id}`, { answers: { first: 'b' } })
    expect([changed.status, changed.body.answers]).toEqual([200, { first: 'b' }])
    await event.register({ answers: { second: 'c' } })
  })

  describe('sessions', () => {
    const enrolled = async (members: Json, count: number) => {
      const event = await open({ sessions: [{ ...session, ...members }] })
      const [lab] = await event.list('/sessions')
      const sessionIds = [lab?.id ?? '']
      const people = []
      for (let index = 0; index < count; index++) people.push(await event.register({ sessionIds }))
      return { ...event, sessionId: lab?.id ?? '', data: `/eventdata/sessions/${lab?.id}`, people }
    }
    const enrolments = async ({ list, sessionId }: Awaited<ReturnType<typeof enrolled>>) =>
      (await list(`/sessions/${sessionId}/registrations?status=registered`)).length

    it('hold at least those who are enrolled', async () => {
      const event = await enrolled({ capacity: 5 }, 3)
      for (const [method, body] of [
        ['PATCH', { capacity: 2 }],
        ['PUT', { ...session, capacity: 2 }],
      ] as const) {
        const refused = await organiser.call<{ code: string }>(method, event.data, { body })
        expect([refused.status, refused.body.code]).toEqual([409, 'capacity-below-enrolled'])
      }
      const { body } = await organiser.call('PATCH', event.data, { body: { capacity: 3 } })
      expect(body).toMatchObject({ capacity: 3, enrolledCount: 3, remaining: 0, title: 'Lab' })
    })

    it('hold at least those who take part because it is included', async () => {
      const event = await enrolled({ included: true }, 3)
      const set = async (capacity: number) =>
        (await organiser.call('PATCH', event.data, { body: { capacity } })).status
      expect([await set(2), await set(3)]).toEqual([409, 200])
      const remove = async (query: string) => (await organiser.call('DELETE', `${event.data}${query}`)).status
      expect([await remove(''), await remove('?force=true')]).toEqual([409, 204])
    })

    it('let in who waits when they get more room', async () => {
      const event = await enrolled({ capacity: 1, waitlistEnabled: true }, 3)
      const { body } = await organiser.call('PATCH', event.data, { body: { capacity: 2 } })
      expect(body).toMatchObject({ enrolledCount: 2, waitlistedCount: 1 })
      expect(await enrolments(event)).toBe(2)
      const all = await event.call('PATCH', `/sessions/${event.sessionId}`, { capacity: null })
      expect(all.body).toMatchObject({ enrolledCount: 3, waitlistedCount: 0, remaining: null })
    })

    it('are deleted with people in them only by force, which takes them out', async () => {
      const event = await enrolled({ capacity: 2, waitlistEnabled: true }, 3)
      const [first] = event.people
      const token = (await organiser.call('GET', '/eventdata/attendees')).headers.get('x-sync-token')
      const refused = await organiser.call<{ code: string }>('DELETE', event.data)
      expect([refused.status, refused.body.code]).toEqual([409, 'session-has-enrolments'])
      expect((await event.call('DELETE', `/sessions/${event.sessionId}?force=false`)).status).toBe(409)
      expect((await organiser.call('DELETE', `${event.data}?force=true`)).status).toBe(204)
      expect((await organiser.call('GET', event.data)).status).toBe(404)
      const { body } = await event.call<Registration>('GET', `/registrations/${first?.id}`)
      expect(body).toMatchObject({ status: 'confirmed', sessionIds: [] })
      expect(body.attendees[0]?.sessionIds).toEqual([])
      expect(body.version).toBeGreaterThan(first?.version ?? 0)
      // On PostgreSQL a change is told once no older transaction of the cluster is open: older ones may be told with it.
      const own = event.people.flatMap(({ attendees }) => attendees.map(({ id }) => id))
      const changed = async () => {
        const { body } = await organiser.call<Listed>('GET', `/eventdata/attendees?updatedSince=${token}`)
        return body.data.flatMap(({ id }) => (own.includes(id) ? [id] : [])).toSorted()
      }
      await expect.poll(changed).toEqual(own.toSorted())
      const again = await event.call<Registration>('PATCH', `/registrations/${first?.id}`, {
        note: 'still here',
      })
      expect(again.status).toBe(200)
    })

    it('are changed and left while others come in, and the counts agree', async () => {
      const event = await enrolled({ capacity: 8 }, 0)
      const late = []
      for (let index = 0; index < 10; index++) late.push(await event.register())
      const enrol = ({ id }: Registration) =>
        event.call('PUT', `/sessions/${event.sessionId}/registrations/${id}`)
      const [lowered] = await Promise.all([
        organiser.call('PATCH', event.data, { body: { capacity: 4 } }),
        ...late.map(enrol),
      ])
      const { body } = await organiser.call<{ enrolledCount: number }>('GET', event.data)
      expect(body.enrolledCount).toBe(await enrolments(event))
      expect(body.enrolledCount).toBeLessThanOrEqual(lowered.status === 200 ? 4 : 8)
      const [gone] = await Promise.all([
        organiser.call('DELETE', `${event.data}?force=true`),
        organiser.call('PATCH', event.data, { body: { capacity: 20 } }),
        ...late.map(enrol),
      ])
      expect(gone.status).toBe(204)
      const after = await Promise.all(
        late.map(({ id }) => event.call<Registration>('GET', `/registrations/${id}`)),
      )
      expect(after.flatMap(({ body: registration }) => registration.sessionIds)).toEqual([])
      expect(after.flatMap(({ body: { attendees } }) => attendees[0]?.sessionIds)).toEqual([])
    })

    it('that are cancelled keep those who are enrolled, and take nobody', async () => {
      const event = await enrolled({}, 1)
      await organiser.call('PATCH', event.data, { body: { status: 'cancelled' } })
      expect(await enrolments(event)).toBe(1)
      const late = await event.register()
      const path = `/sessions/${event.sessionId}/registrations/${late.id}`
      expect((await event.call('PUT', path)).status).toBe(409)
    })

    it('that options lead to leave closed options behind', async () => {
      const event = await open({
        sessions: [{ ...session, code: 'LAB' }],
        optionGroups: [{ name: 'Labs', options: [{ name: 'Lab', sessionId: 'LAB' }] }],
      })
      const [lab] = await event.list('/sessions')
      expect((await event.call('DELETE', `/sessions/${lab?.id}`)).status).toBe(204)
      const [group] = await event.list('/registrationoptiongroups')
      expect(group?.options).toEqual([expect.objectContaining({ sessionId: null, status: 'closed' })])
    })
  })
})
