import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import {
  addContact,
  type BulkResult,
  type Contact,
  countOf,
  createList,
  follow,
  type Paged,
} from '../contact-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'
import { contextRows } from '../stored-rows.ts'

onEachApp('contacts', (running) => {
  let organiser: Organiser
  let list: string
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    list = await createList(organiser)
  })
  const read = (id: string) => organiser.call<Contact>('GET', `${list}/contacts/${id}`)

  it('adds one with all its members', async () => {
    const input = {
      email: 'Ada@Example.org',
      firstName: 'Ada',
      lastName: 'Example',
      company: 'Analytical',
      title: 'Countess',
      phone: '+4930123',
      countryCode: 'GB',
      language: 'en',
      customFields: { vip: true, seats: 2, note: null },
      status: 'unsubscribed',
      externalId: 'CRM-1',
    }
    const { status, body, headers } = await addContact(organiser, list, input)
    expect(status).toBe(201)
    expect(body).toMatchObject(input)
    const etag = String(headers.get('etag'))
    expect(etag).toMatch(/^"1-/)
    expect(headers.get('location')).toContain(`/contacts/${body.id}`)
    expect((await read(body.id)).body).toEqual(body)
    const known = await organiser.call('GET', `${list}/contacts/${body.id}`, {
      headers: { 'if-none-match': etag },
    })
    expect(known.status).toBe(304)
  })

  it('refuses an address that the list knows, whatever its case', async () => {
    await addContact(organiser, list, { email: 'grace@example.org' })
    const { status, body } = await addContact(organiser, list, { email: 'GRACE@example.org' })
    expect([status, body.code]).toEqual([409, 'duplicate-contact'])
    const elsewhere = await createList(organiser)
    expect((await addContact(organiser, elsewhere, { email: 'grace@example.org' })).status).toBe(201)
  })

  it('changes the one it knows with upsert, and keeps what is not sent', async () => {
    await addContact(organiser, list, { email: 'up@example.org', firstName: 'Old', company: 'Kept' })
    const { status, body } = await organiser.call<Contact>('POST', `${list}/contacts?upsert=true`, {
      body: { email: 'UP@example.org', firstName: 'New' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'UP@example.org', firstName: 'New', company: 'Kept', version: 2 })
    const made = await organiser.call('POST', `${list}/contacts?upsert=true`, {
      body: { email: 'fresh@example.org' },
    })
    expect(made.status).toBe(201)
  })

  it('counts exactly while many write', async () => {
    const busy = await createList(organiser)
    const statuses = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, n) => (await addContact(organiser, busy, { email: `p${n % 15}@example.org` })).status,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(15)
    expect(statuses.filter((status) => status === 409)).toHaveLength(15)
    expect(await countOf(organiser, busy)).toBe(15)
    const { body } = await organiser.call<Paged<Contact>>('GET', `${busy}/contacts`)
    const [first] = body.data
    const deleted = await Promise.all(
      Array.from({ length: 5 }, () => organiser.call('DELETE', `${busy}/contacts/${first?.id}`)),
    )
    expect(deleted.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    expect(await countOf(organiser, busy)).toBe(14)
  })

  it('puts people on a suppression list as unsubscribed', async () => {
    const suppression = await createList(organiser, { type: 'suppression' })
    const { body } = await addContact(organiser, suppression, { email: 'stop@example.org' })
    expect(body.status).toBe('unsubscribed')
  })

  it.each([
    [{}, '/email'],
    [{ email: 'nobody' }, '/email'],
    [{ email: 'a@example.org', status: 'odd' }, '/status'],
    [{ email: 'a@example.org', countryCode: 'de' }, '/countryCode'],
    [{ email: 'a@example.org', id: '1' }, '/id'],
    [{ email: 'a@example.org', customFields: { a: {} } }, '/customFields/a'],
    [[], ''],
  ])('refuses %j', async (body, pointer) => {
    const answer = await organiser.call<{ errors: Json[] }>('POST', `${list}/contacts`, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]).toMatchObject({ pointer })
  })

  describe('as an array', () => {
    it('judges each item on its own', async () => {
      const many = await createList(organiser)
      await addContact(organiser, many, { email: 'known@example.org' })
      const { status, body } = await organiser.call<{ data: BulkResult[] }>('POST', `${many}/contacts`, {
        body: [
          { email: 'one@example.org' },
          { email: 'KNOWN@example.org' },
          { email: 'broken' },
          'text',
          { email: 'One@example.org' },
          { email: 'two@example.org' },
        ],
      })
      expect(status).toBe(207)
      expect(body.data.map((item) => [item.index, item.status])).toEqual([
        [0, 201],
        [1, 409],
        [2, 422],
        [3, 422],
        [4, 409],
        [5, 201],
      ])
      expect(body.data[0]?.data).toMatchObject({ email: 'one@example.org', version: 1 })
      expect(body.data[1]?.problem).toMatchObject({ status: 409, code: 'duplicate-contact' })
      expect(body.data[2]?.problem).toMatchObject({ code: 'invalid', errors: [{ pointer: '/email' }] })
      expect(await countOf(organiser, many)).toBe(3)
    })

    it('changes with upsert the same address twice', async () => {
      const many = await createList(organiser)
      const { body } = await organiser.call<{ data: BulkResult[] }>('POST', `${many}/contacts?upsert=true`, {
        body: [
          { email: 'x@example.org', firstName: 'A' },
          { email: 'X@example.org', firstName: 'B' },
        ],
      })
      expect(body.data.map(({ status }) => status)).toEqual([201, 200])
      expect(body.data[1]?.data).toMatchObject({ firstName: 'B', version: 2 })
      expect(await countOf(organiser, many)).toBe(1)
    })

    it('refuses the idempotency key of a single contact, and the other way round', async () => {
      const many = await createList(organiser)
      const [one, other] = [{ email: 'one@example.org' }, { email: 'other@example.org' }]
      const post = async (key: string, body: unknown) => {
        const headers = { 'idempotency-key': key }
        return (await organiser.call('POST', `${many}/contacts`, { body, headers })).status
      }
      expect([await post('single', one), await post('single', [one, other])]).toEqual([201, 422])
      expect([await post('array', [other]), await post('array', other)]).toEqual([207, 422])
      expect(await countOf(organiser, many)).toBe(2)
    })

    it('takes a thousand and refuses one more', async () => {
      const many = await createList(organiser)
      const people = Array.from({ length: 1_001 }, (_, n) => ({
        email: `n${n}@example.org`,
        company: 'x'.repeat(200),
      }))
      const thousand = people.slice(0, 1_000)
      const taken = await organiser.call<{ data: BulkResult[] }>('POST', `${many}/contacts`, {
        body: thousand,
        headers: { 'idempotency-key': 'thousand' },
      })
      expect(taken.status).toBe(207)
      expect(taken.body.data.every(({ status }) => status === 201)).toBe(true)
      const again = await organiser.call('POST', `${many}/contacts`, {
        body: thousand,
        headers: { 'idempotency-key': 'thousand' },
      })
      expect(again.body).toEqual(taken.body)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      const other = [...thousand.slice(0, 999), { email: 'other@example.org' }]
      const reused = await organiser.call('POST', `${many}/contacts`, {
        body: other,
        headers: { 'idempotency-key': 'thousand' },
      })
      expect(reused.status).toBe(422)
      expect(await countOf(organiser, many)).toBe(1_000)
      expect((await organiser.call('POST', `${many}/contacts`, { body: people })).status).toBe(422)
      const large = people.map((person) => ({ ...person, title: 'y'.repeat(1_000) }))
      expect((await organiser.call('POST', `${many}/contacts`, { body: large })).status).toBe(413)
    })
  })

  describe('changing one', () => {
    it('merges what is sent', async () => {
      const { body } = await addContact(organiser, list, {
        email: 'merge@example.org',
        firstName: 'M',
        customFields: { a: 1, b: 2 },
        status: 'bounced',
      })
      const { status, body: changed } = await organiser.call<Contact>(
        'PATCH',
        `${list}/contacts/${body.id}`,
        {
          body: { firstName: null, customFields: { a: null, c: 'x' }, status: null },
          headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"1"' },
        },
      )
      expect(status).toBe(200)
      expect(changed).toMatchObject({
        firstName: null,
        customFields: { b: 2, c: 'x' },
        status: 'subscribed',
        version: 2,
      })
      const stale = await organiser.call('PATCH', `${list}/contacts/${body.id}`, {
        body: { firstName: 'x' },
        headers: { 'if-match': '"1"' },
      })
      expect([stale.status, stale.body.code]).toEqual([412, 'version-changed'])
      const same = await organiser.call<Contact>('PATCH', `${list}/contacts/${body.id}`, { body: {} })
      expect(same.body.version).toBe(2)
    })

    it('refuses an address that another has, and to take the address away', async () => {
      const { body: first } = await addContact(organiser, list, { email: 'first@example.org' })
      const { body: second } = await addContact(organiser, list, { email: 'second@example.org' })
      const patch = (id: string, body: Json) => organiser.call('PATCH', `${list}/contacts/${id}`, { body })
      expect((await patch(second.id, { email: 'FIRST@example.org' })).status).toBe(409)
      expect((await patch(second.id, { email: null })).status).toBe(422)
      expect((await patch(first.id, { email: 'FIRST@example.org' })).body.email).toBe('FIRST@example.org')
      expect((await patch('none', {})).status).toBe(404)
    })
  })

  it('deletes one and everything personal about them', async () => {
    const { body } = await addContact(organiser, list, {
      email: 'canary@example.org',
      firstName: 'Canary',
      lastName: 'Bird',
      company: 'Mine',
      externalId: 'CAN-1',
      phone: '+4912345',
      customFields: { song: 'chirp' },
    })
    const search = () => organiser.call<Paged>('GET', `${list}/contacts?q=canary&includeDeleted=true`)
    expect((await search()).body.data).toHaveLength(1)
    const before = await countOf(organiser, list)
    const stale = await organiser.call('DELETE', `${list}/contacts/${body.id}`, {
      headers: { 'if-match': '"7"' },
    })
    expect(stale.status).toBe(412)
    expect((await organiser.call('DELETE', `${list}/contacts/${body.id}`)).status).toBe(204)
    expect((await organiser.call('DELETE', `${list}/contacts/${body.id}`)).status).toBe(404)
    expect((await read(body.id)).status).toBe(404)
    expect(await countOf(organiser, list)).toBe(before - 1)
    expect((await search()).body.data).toEqual([])
    const { app } = running()
    const stored = JSON.stringify(
      await contextRows(app.context.database, ['events_contacts', 'events_texts']),
    )
    expect(stored).not.toMatch(/canary|chirp|CAN-1|\+4912345/i)
    expect((await addContact(organiser, list, { email: 'canary@example.org' })).status).toBe(201)
  })

  describe('as a list', () => {
    it('filters by address, status and words', async () => {
      const some = await createList(organiser)
      await addContact(organiser, some, { email: 'Zoe@example.org', lastName: 'Müller', status: 'bounced' })
      await addContact(organiser, some, { email: 'yan@example.org', lastName: 'Miller' })
      const find = async (query: string) =>
        (await organiser.call<Paged<Contact>>('GET', `${some}/contacts?${query}`)).body.data.map(
          ({ email }) => email,
        )
      expect(await find('email=ZOE@example.org')).toEqual(['Zoe@example.org'])
      expect(await find('status=subscribed')).toEqual(['yan@example.org'])
      expect(await find('q=mull')).toEqual(['Zoe@example.org'])
      expect(await find('q=mull&status=subscribed')).toEqual([])
      expect(await find('q=zoe%20example')).toEqual(['Zoe@example.org'])
    })

    it('follows changes and deletions, each once', async () => {
      const some = await createList(organiser)
      const { body: gone } = await addContact(organiser, some, { email: 'a@example.org' })
      await addContact(organiser, some, { email: 'b@example.org' })
      const path = `${some}/contacts`
      const start = await follow(organiser, path, { since: '2000-01-01T00:00:00Z', count: 2 })
      await organiser.call('DELETE', `${path}/${gone.id}`)
      const { body } = await follow(organiser, path, { since: start.headers.get('x-sync-token'), count: 1 })
      expect(body.data).toEqual([{ id: gone.id, deleted: true, updatedAt: expect.any(String), version: 2 }])
    })

    it('streams lines and a table', async () => {
      const some = await createList(organiser)
      await addContact(organiser, some, { email: 'a@example.org', company: '=1+1' })
      const lines = await organiser.call('GET', `${some}/contacts`, {
        headers: { accept: 'application/x-ndjson' },
      })
      expect(JSON.parse(lines.text)).toMatchObject({ email: 'a@example.org' })
      const table = await organiser.call('GET', `${some}/contacts`, { headers: { accept: 'text/csv' } })
      expect(table.text).toContain(`"'=1+1"`)
    })
  })
})
