import { beforeAll, expect, it } from 'vitest'
import { readPackedIds } from '../../../web/console/registrations/table/packed-ids.ts'
import { onEachApp } from '../../harness.ts'
import { type ConsoleClient, openConsoleAs } from '../console-scene.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

type Ids = { count: number; complete: boolean; ids: string }
type Refused = { code: string; errors: { pointer: string }[] }

const form = {
  sections: [
    {
      title: 'About you',
      fields: [
        { name: 'role', label: 'What do you do?', type: 'text' },
        { name: 'age', label: 'How old are you?', type: 'number' },
      ],
    },
  ],
}

onEachApp('registrations in the console', (running) => {
  let organiser: Organiser
  let client: ConsoleClient
  let event: EventClient
  const names = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances']
  const ids: string[] = []

  beforeAll(async () => {
    organiser = await createOrganiser(running())
    client = await openConsoleAs(running(), organiser)
    event = await openEvent(running(), organiser, { event: { capacity: 5, waitlistEnabled: true }, form })
    for (const [index, firstName] of names.entries()) {
      const registrant = { firstName, lastName: 'Example', email: `${firstName}@example.org` }
      const { id } = await event.take({
        registrant,
        answers: { role: index < 3 ? 'Engineer' : 'Poet', age: 30 + index },
      })
      ids.push(id)
    }
  })

  const search = async (body: Json) => {
    const answer = await client.call<Ids>('POST', `/events/${event.id}/registrations/ids`, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return readPackedIds(answer.body.ids, 0, answer.body.count)
  }

  it('gives the ids of everything in the order asked for', async () => {
    expect(await search({})).toEqual(ids)
    const byName = await search({ sort: [{ field: 'registrant.firstName', direction: 'desc' }] })
    expect(byName.map((id) => names[ids.indexOf(id)])).toEqual(names.toSorted().reverse())
    const newest = await search({ sort: [{ field: 'registeredAt', direction: 'desc' }] })
    expect(newest).toEqual(ids.toReversed())
  })

  it('gives the ids of what a filter finds, by answers and by words', async () => {
    expect(await search({ filter: { field: 'answers.role', op: 'eq', value: 'poet' } })).toEqual(ids.slice(3))
    expect(await search({ filter: { not: { field: 'answers.age', op: 'gte', value: 32 } } })).toEqual(
      ids.slice(0, 2),
    )
    expect(await search({ q: 'edsg' })).toEqual([ids[3]])
  })

  it('names the node that is wrong', async () => {
    const body = { filter: { and: [{ field: 'answers.age', op: 'contains', value: '3' }] } }
    const answer = await client.call<Refused>('POST', `/events/${event.id}/registrations/ids`, body)
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([422, '/filter/and/0/op'])
  })

  it('reads registrations in the order of their ids, and none of another event', async () => {
    const other = await openEvent(running(), organiser)
    const { id: foreign } = await other.take()
    const asked = [ids[4], foreign, ids[1], 'nothing']
    const { body } = await client.call<{ data: Json[] }>('POST', `/events/${event.id}/registrations/read`, {
      ids: asked,
    })
    expect(body.data.map(({ id }) => id)).toEqual([ids[4], ids[1]])
  })

  it('counts by state', async () => {
    const { body } = await client.call('GET', `/events/${event.id}/registrations/counts`)
    expect(body).toEqual({
      total: 7,
      byStatus: [
        { status: 'confirmed', count: 5 },
        { status: 'waitlisted', count: 2 },
      ],
    })
  })

  it('shows the line in its order with positions, page by page', async () => {
    type Line = { data: Json[]; places: Json; paging: { nextCursor: string | null } }
    const path = `/events/${event.id}/waiting-list`
    const first = await client.call<Line>('GET', `${path}?pageSize=1`)
    expect(first.body.data).toMatchObject([{ id: ids[5], position: 1, firstName: 'Donald' }])
    expect(first.body.places).toEqual({ capacity: 5, taken: 5, offered: 0, waiting: 2 })
    const next = await client.call<Line>('GET', `${path}?pageSize=1&cursor=${first.body.paging.nextCursor}`)
    expect(next.body.data).toMatchObject([{ id: ids[6], position: 2 }])
    expect(next.body.paging.nextCursor).toBeNull()
    const broken = await client.call('GET', `${path}?cursor=abc`)
    expect(broken.status).toBe(400)
  })

  it('shows one with the form that it was made with, and who did what', async () => {
    const [id = ''] = ids
    const path = `/registration/api/v1/events/${event.id}/registrations/${id}`
    await client.call('PATCH', path, { note: 'Speaks at nine' })
    const changed = {
      sections: [{ title: 'New', fields: [{ name: 'shirt', label: 'Shirt', type: 'text' }] }],
    }
    await event.call('PUT', '/registrationform', changed)
    type Record = { registration: Json; form: Json & { sections: { title: string }[] }; history: Json[] }
    const { body } = await client.call<Record>('GET', `/events/${event.id}/registrations/${id}`)
    expect(body.registration).toMatchObject({ id, note: 'Speaks at nine' })
    expect(body.form.sections.map(({ title }) => title)).toEqual(['About you'])
    expect(body.form.newest).toBe(false)
    expect(body.history).toMatchObject([
      { action: 'registered', by: 'source', name: 'api' },
      { action: 'updated', by: 'operator', name: 'The organiser' },
    ])
  })

  it('says who entered a registration by hand', async () => {
    const other = await openEvent(running(), organiser)
    const path = `/registration/api/v1/events/${other.id}/registrations`
    const registrant = { firstName: 'By', lastName: 'Hand', email: 'hand@example.org' }
    const { body: made } = await client.call<{ id: string }>('POST', path, { registrant, source: 'console' })
    const { body } = await client.call<{ history: Json[] }>(
      'GET',
      `/events/${other.id}/registrations/${made.id}`,
    )
    expect(body.history).toMatchObject([
      { action: 'registered', name: 'console' },
      { action: 'entered', by: 'operator', name: 'The organiser' },
    ])
  })

  it('names an operator without a name by their address', async () => {
    const nameless = await openConsoleAs(running(), organiser, 'organiser', { name: null })
    const other = await openEvent(running(), organiser)
    const path = `/registration/api/v1/events/${other.id}/registrations`
    const registrant = { firstName: 'By', lastName: 'Hand', email: 'hand@example.org' }
    const { body: made } = await nameless.call<{ id: string }>('POST', path, { registrant })
    const { body } = await client.call<{ history: Json[] }>(
      'GET',
      `/events/${other.id}/registrations/${made.id}`,
    )
    expect(body.history.at(-1)).toMatchObject({ by: 'operator', name: `${nameless.id}@example.org` })
  })

  it('sends the confirmation once more, and not twice within a minute', async () => {
    const path = `/events/${event.id}/registrations/${ids[1]}`
    const send = async () => (await client.call('POST', `${path}/confirmation`)).status
    expect([await send(), await send()]).toEqual([204, 429])
    running().clock.advance(60_000)
    expect(await send()).toBe(204)
    const { body } = await client.call<{ history: Json[] }>('GET', path)
    expect(body.history.map(({ action }) => action)).toEqual(['registered', 'resent', 'resent'])
    const reader = await openConsoleAs(running(), organiser, 'read-only')
    expect((await reader.call('POST', `${path}/confirmation`)).status).toBe(403)
  })

  it('keeps strangers out, and lets readers read', async () => {
    const reader = await openConsoleAs(running(), organiser, 'read-only')
    const stranger = await openConsoleAs(running(), await createOrganiser(running()))
    const paths = [
      ['POST', 'registrations/ids', {}],
      ['POST', 'registrations/read', { ids: [ids[0]] }],
      ['GET', 'registrations/counts', undefined],
      ['GET', `registrations/${ids[0]}`, undefined],
      ['GET', 'waiting-list', undefined],
    ] as const
    for (const [method, path, body] of paths) {
      const call = (by: ConsoleClient) => by.call(method, `/events/${event.id}/${path}`, body)
      expect([path, (await call(reader)).status]).toEqual([path, 200])
      expect([path, (await call(stranger)).status]).toEqual([path, 404])
    }
  })
})
