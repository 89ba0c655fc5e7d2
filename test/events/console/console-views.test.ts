import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type ConsoleClient, openConsoleAs } from '../console-scene.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'

type View = Json & { id: string }

onEachApp('saved views', (running) => {
  let organiser: Organiser
  let path: string
  let mine: ConsoleClient
  let colleague: ConsoleClient

  beforeAll(async () => {
    organiser = await createOrganiser(running())
    mine = await openConsoleAs(running(), organiser)
    colleague = await openConsoleAs(running(), organiser, 'support')
    path = `/events/${(await createEvent(running(), organiser)).id}/views`
  })

  const definition = {
    filter: { and: [{ not: { or: [{ field: 'status', op: 'eq', value: 'cancelled' }] } }] },
    sort: [{ field: 'registeredAt', direction: 'desc' }],
    columns: ['status', 'answers.role'],
  }
  const namesFor = async (client: ConsoleClient) =>
    (await client.call<{ data: View[] }>('GET', path)).body.data.map(({ name }) => name)
  const save = async (client: ConsoleClient, body: Json) => (await client.call<View>('POST', path, body)).body

  it('keeps a view as it is, for whoever made it', async () => {
    const view = await save(mine, { name: 'Live ones', definition })
    expect(view).toMatchObject({ name: 'Live ones', own: true, shared: false, definition })
    expect(await namesFor(mine)).toContain('Live ones')
    expect(await namesFor(colleague)).not.toContain('Live ones')
    expect((await colleague.call('DELETE', `${path}/${view.id}`)).status).toBe(404)
  })

  it('shares a view with the organisation; others do not change it, an owner may', async () => {
    const { id } = await save(mine, { name: 'For all', definition, shared: true })
    expect(await namesFor(colleague)).toContain('For all')
    expect((await colleague.call('PATCH', `${path}/${id}`, { name: 'Mine now' })).status).toBe(403)
    const owner = await openConsoleAs(running(), organiser, 'owner')
    const renamed = await owner.call('PATCH', `${path}/${id}`, { name: 'For everybody' })
    expect(renamed.body).toMatchObject({ name: 'For everybody', own: false, definition })
  })

  it('renames and forgets', async () => {
    const { id } = await save(mine, { name: 'Old', definition: {} })
    expect((await mine.call('PATCH', `${path}/${id}`, { name: 'New', shared: true })).body).toMatchObject({
      name: 'New',
      shared: true,
      definition: {},
    })
    expect((await mine.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await mine.call('DELETE', `${path}/${id}`)).status).toBe(404)
    expect(await namesFor(mine)).not.toContain('New')
  })

  it('refuses what is no view', async () => {
    const refused = async (body: Json) => (await mine.call('POST', path, body)).status
    expect(await refused({ name: '', definition })).toBe(422)
    expect(await refused({ name: 'x', definition: { columns: Array(61).fill('id') } })).toBe(422)
    expect(await refused({ name: 'x', definition: { surprise: 1 } })).toBe(422)
    const values = Array(90).fill('x'.repeat(900))
    expect(await refused({ name: 'x', definition: { filter: { field: 'id', op: 'in', values } } })).toBe(422)
  })

  it('is read by readers and by nobody from outside', async () => {
    const reader = await openConsoleAs(running(), organiser, 'read-only')
    expect((await reader.call('GET', path)).status).toBe(200)
    expect((await reader.call('POST', path, { name: 'x', definition })).status).toBe(403)
    const stranger = await openConsoleAs(running(), await createOrganiser(running()))
    expect((await stranger.call('GET', path)).status).toBe(404)
    expect((await stranger.call('POST', path, { name: 'x', definition })).status).toBe(404)
  })
})
