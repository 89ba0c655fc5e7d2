import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { addContact, type Contact, countOf, createList, follow, lists, type Paged } from '../contact-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

onEachApp('contact lists', (running) => {
  let organiser: Organiser
  let other: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    other = await createOrganiser(running())
  })

  it('makes a list and tells where it is', async () => {
    const { status, body, headers } = await organiser.call('POST', lists, {
      body: { name: 'Press', description: 'Journalists' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Press', type: 'standard', contactCount: 0, version: 1 })
    expect(headers.get('location')).toMatch(new RegExp(`/api/v1/contactlists/${body.id}$`))
    const etag = String(headers.get('etag'))
    expect(etag).toMatch(/^"1-/)
    const again = await organiser.call('GET', `${lists}/${body.id}`, {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })

  it('refuses a name that is taken, whatever its case', async () => {
    await createList(organiser, { name: 'Zürich' })
    const { status, body } = await organiser.call('POST', lists, { body: { name: 'ZÜRICH' } })
    expect([status, body.code]).toEqual([409, 'name-taken'])
    expect((await other.call('POST', lists, { body: { name: 'ZÜRICH' } })).status).toBe(201)
  })

  it('lets one of ten at once have the name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => organiser.call('POST', lists, { body: { name: 'One of ten' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it('repeats the answer for the same Idempotency-Key', async () => {
    const call = (name: string) =>
      organiser.call('POST', lists, { body: { name }, headers: { 'idempotency-key': 'k1' } })
    const first = await call('Once')
    const second = await call('Once')
    expect([second.status, second.body, second.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ])
    expect((await call('Twice')).status).toBe(422)
  })

  it.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x', type: 'odd' }, '/type'],
    [{ name: 'x', contactCount: 5 }, '/contactCount'],
    [{ name: 'x\u0000' }, '/name'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await organiser.call<{ errors: Json[] }>('POST', lists, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]).toMatchObject({ pointer })
  })

  it('renames a list, and keeps what is not sent', async () => {
    const list = await createList(organiser, { description: 'Kept' })
    const { status, body } = await organiser.call('PATCH', list, { body: { name: 'Renamed' } })
    expect([status, body.name, body.description, body.version]).toEqual([200, 'Renamed', 'Kept', 2])
    const cleared = await organiser.call('PATCH', list, { body: { description: null } })
    expect(cleared.body.description).toBeNull()
    const taken = await createList(organiser)
    expect((await organiser.call('PATCH', taken, { body: { name: 'renamed' } })).status).toBe(409)
    expect((await organiser.call('PATCH', list, { body: { name: null } })).status).toBe(422)
    const stale = await organiser.call('PATCH', list, {
      body: { name: 'x' },
      headers: { 'if-match': '"1"' },
    })
    expect(stale.status).toBe(412)
  })

  it('deletes a list with its contacts and gives the name back', async () => {
    const list = await createList(organiser, { name: 'Short-lived' })
    await organiser.call('POST', `${list}/contacts`, {
      body: Array.from({ length: 450 }, (_, n) => ({ email: `gone${n}@example.org` })),
    })
    expect(await countOf(organiser, list)).toBe(450)
    expect((await organiser.call('DELETE', list)).status).toBe(204)
    expect((await organiser.call('DELETE', list)).status).toBe(404)
    expect((await organiser.call('GET', list)).status).toBe(404)
    expect((await organiser.call('GET', `${list}/contacts`)).status).toBe(404)
    expect((await addContact(organiser, list, { email: 'a@example.org' })).status).toBe(404)
    await createList(organiser, { name: 'Short-lived' })
    const { body } = await organiser.call<Paged>('GET', `${lists}?includeDeleted=true&pageSize=200`)
    expect(body.data.filter(({ deleted }) => deleted)).toEqual([
      { id: list.split('/').at(-1), deleted: true, updatedAt: expect.any(String), version: 2 },
    ])
  })

  describe('as a list', () => {
    it('pages, filters and counts', async () => {
      const mine = await createOrganiser(running())
      for (const type of ['standard', 'suppression', 'standard']) await createList(mine, { type })
      const { body } = await mine.call<Paged>('GET', `${lists}?pageSize=2&count=true`)
      expect([body.data.length, body.paging.totalCount]).toEqual([2, 3])
      const rest = await mine.call<Paged>('GET', `${lists}?pageSize=2&cursor=${body.paging.nextCursor}`)
      expect(rest.body.data).toHaveLength(1)
      const some = await mine.call<Paged>('GET', `${lists}?type=suppression`)
      expect(some.body.data).toHaveLength(1)
      expect((await mine.call('GET', `${lists}?type=odd`)).status).toBe(400)
    })
    it('follows changes', async () => {
      const mine = await createOrganiser(running())
      const list = await createList(mine)
      const all = await follow(mine, lists, { since: '2000-01-01T00:00:00Z', count: 1 })
      await mine.call('PATCH', list, { body: { name: 'Followed' } })
      const { body } = await follow(mine, lists, { since: all.headers.get('x-sync-token'), count: 1 })
      expect(body.data).toMatchObject([{ name: 'Followed' }])
    })
  })

  it("keeps another organisation's lists from view", async () => {
    const list = await createList(other)
    const { body: contact } = await addContact(other, list, { email: 'x@example.org' })
    for (const [method, path, body] of [
      ['GET', list, undefined],
      ['PATCH', list, { name: 'Mine' }],
      ['DELETE', list, undefined],
      ['GET', `${list}/contacts`, undefined],
      ['POST', `${list}/contacts`, { email: 'y@example.org' }],
      ['GET', `${list}/contacts/${contact.id}`, undefined],
      ['PATCH', `${list}/contacts/${contact.id}`, {}],
      ['DELETE', `${list}/contacts/${contact.id}`, undefined],
    ] as const)
      expect((await organiser.call(method, path, { body })).status, `${method} ${path}`).toBe(404)
    expect((await other.call<Paged<Contact>>('GET', `${list}/contacts`)).body.data).toEqual([contact])
  })

  it('needs the scope', async () => {
    const reader = await createOrganiser(running(), { scopes: ['contacts:read'] })
    expect((await reader.call('GET', lists)).status).toBe(200)
    expect((await reader.call('POST', lists, { body: { name: 'x' } })).status).toBe(403)
    const writer = await createOrganiser(running(), { scopes: ['contacts:write'] })
    expect((await writer.call('GET', lists)).status).toBe(403)
  })
})
