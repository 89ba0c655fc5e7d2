import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { addContact, createList } from '../contact-scene.ts'
import { type Answer, createOrganiser, type Json, type Organiser } from '../scene.ts'
import { type Found, searcher } from '../search-scene.ts'

const people = [
  {
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Ärger',
    company: '100%_Real\\',
    countryCode: 'GB',
  },
  { email: 'Bob@example.org', firstName: 'bob', lastName: 'Ähnlich', status: 'bounced', externalId: 'X1' },
  { email: 'cy@example.com', lastName: 'Zeta', customFields: { tier: 3, vip: true, note: 'Gold' } },
  { email: 'dan@example.com', lastName: 'zeta', company: '100 Real', customFields: { tier: 10 } },
]

onEachApp('searching contacts', (running) => {
  let organiser: Organiser
  let list: string
  let search: ReturnType<typeof searcher>
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    list = await createList(organiser)
    await organiser.call('POST', `${list}/contacts`, { body: people })
    search = searcher(organiser, `${list}/contacts/search`)
    await addContact(organiser, await createList(organiser), { email: 'ada@example.org' })
  })
  const leaf = (field: string, op: string, value?: unknown): Json => ({
    field,
    op,
    ...(value === undefined ? {} : Array.isArray(value) ? { values: value } : { value }),
  })
  const [ada, bob, cy, dan] = ['ada@example.org', 'Bob@example.org', 'cy@example.com', 'dan@example.com']

  it('finds everything of the list without a filter', async () => {
    expect(await search.values(undefined)).toEqual([ada, bob, cy, dan])
  })

  it.each([
    ['eq', leaf('email', 'eq', 'BOB@example.org'), [bob]],
    ['ne, where there is no value too', leaf('company', 'ne', '100 real'), [ada, bob, cy]],
    ['in', leaf('email', 'in', ['ADA@example.org', 'cy@example.com']), [ada, cy]],
    ['nin', leaf('email', 'nin', ['ada@example.org', 'cy@example.com']), [bob, dan]],
    ['startsWith', leaf('lastName', 'startsWith', 'ä'), [ada, bob]],
    ['startsWith without an index', leaf('firstName', 'startsWith', 'B'), [bob]],
    ['contains', leaf('lastName', 'contains', 'ETA'), [cy, dan]],
    ['contains, metacharacters as they are', leaf('company', 'contains', '%_'), [ada]],
    ['contains, a backslash', leaf('company', 'contains', '\\'), [ada]],
    ['startsWith, metacharacters as they are', leaf('company', 'startsWith', '100%'), [ada]],
    ['eq, metacharacters as they are', leaf('company', 'eq', '100%'), []],
    ['lt of texts', leaf('email', 'lt', 'c'), [ada, bob]],
    ['between, both ends', leaf('email', 'between', [ada, bob.toLowerCase()]), [ada, bob]],
    ['isNull', leaf('countryCode', 'isNull'), [bob, cy, dan]],
    ['isNotNull', leaf('countryCode', 'isNotNull'), [ada]],
    ['an enum', leaf('status', 'eq', 'bounced'), [bob]],
    ['an id exactly', leaf('externalId', 'eq', 'X1'), [bob]],
    ['an id in another case', leaf('externalId', 'eq', 'x1'), []],
    ['a number', leaf('version', 'gte', 1), [ada, bob, cy, dan]],
    ['a time', leaf('createdAt', 'gt', '2030-01-01T00:00:00+02:00'), []],
    ['a custom number', leaf('customFields.tier', 'lt', 10), [cy]],
    ['a custom flag', leaf('customFields.vip', 'eq', true), [cy]],
    ['a custom text', leaf('customFields.note', 'eq', 'GOLD'), [cy]],
    ['a custom number is no text', leaf('customFields.tier', 'eq', '3'), []],
    ['and', { and: [leaf('lastName', 'eq', 'zeta'), leaf('company', 'isNull')] }, [cy]],
    ['or', { or: [leaf('email', 'eq', ada), leaf('externalId', 'eq', 'X1')] }, [ada, bob]],
    [
      'or of what no index knows',
      { or: [leaf('email', 'eq', ada), leaf('firstName', 'eq', 'BOB')] },
      [ada, bob],
    ],
    ['not', { not: leaf('lastName', 'eq', 'ZETA') }, [ada, bob]],
    [
      'all of them',
      {
        and: [
          { or: [leaf('email', 'contains', '.com'), { not: leaf('status', 'eq', 'subscribed') }] },
          leaf('customFields.vip', 'isNull'),
        ],
      },
      [bob, dan],
    ],
    ['SQL', leaf('lastName', 'eq', "' or 1=1; drop table events_contacts; --"), []],
  ])('knows %s', async (_name, filter, found) => {
    expect(await search.values(filter as Json)).toEqual(found)
  })

  it('finds by words, also with a filter', async () => {
    expect(await search.values(undefined, 'email', { q: 'zet' })).toEqual([cy, dan])
    expect(await search.values(leaf('company', 'isNotNull'), 'email', { q: 'zeta' })).toEqual([dan])
    expect(await search.values(leaf('email', 'eq', ada), 'email', { q: 'zeta' })).toEqual([])
    expect(await search.values(undefined, 'email', { q: "zeta') or ('" })).toEqual([])
    expect(await search.values(undefined, 'email', { q: '!!!' })).toHaveLength(4)
  })

  describe('in order', () => {
    const by = (...sort: Json[]) => search.values(undefined, 'email', { sort })
    it('sorts by a member, the id last', async () => {
      expect(await by({ field: 'email' })).toEqual([ada, bob, cy, dan])
      expect(await by({ field: 'email', direction: 'desc' })).toEqual([dan, cy, bob, ada])
      expect(await by({ field: 'lastName' })).toEqual([cy, dan, bob, ada])
      expect(await by({ field: 'lastName', direction: 'desc' })).toEqual([ada, bob, dan, cy])
      expect(await by({ field: 'lastName' }, { field: 'email', direction: 'desc' })).toEqual([
        dan,
        cy,
        bob,
        ada,
      ])
    })
    it('puts what has no value last, in either direction', async () => {
      expect(await by({ field: 'company' })).toEqual([dan, ada, bob, cy])
      expect(await by({ field: 'company', direction: 'desc' })).toEqual([ada, dan, cy, bob])
    })
    it.each([
      [[]],
      [[{ field: 'lastName' }]],
      [[{ field: 'company', direction: 'desc' }]],
      [[{ field: 'email', direction: 'desc' }]],
      [[{ field: 'lastName', direction: 'desc' }, { field: 'company' }, { field: 'id', direction: 'desc' }]],
    ])('pages forth and back by %j', async (sort) => {
      const whole = await search.values(undefined, 'email', { sort })
      const seen: unknown[] = []
      const pages: unknown[][] = []
      let cursor: string | null = null
      let last: string | null = null
      do {
        const { body }: Answer<Found> = await search.call({
          sort,
          pageSize: 1,
          ...(cursor === null ? {} : { cursor }),
        })
        pages.push(body.data)
        seen.push(...body.data.map(({ email }) => email))
        cursor = body.paging.nextCursor
        last = body.paging.prevCursor
      } while (cursor !== null)
      expect(seen).toEqual(whole)
      const back = await search.call({ sort, pageSize: 1, cursor: last })
      expect(back.body.data).toEqual(pages.at(-2))
      const wide = await search.call({ sort, pageSize: 3, cursor: last })
      expect(wide.body.data.map(({ email }) => email)).toEqual(whole.slice(0, 3))
      expect(wide.body.paging.prevCursor).toBeNull()
    })
    it('takes a cursor for the search that gave it out, and no other', async () => {
      const { body } = await search.call({ pageSize: 1, filter: leaf('email', 'ne', ada) })
      const cursor = body.paging.nextCursor
      expect(await search.refusal({ cursor })).toBe('422 /cursor cursor')
      expect(await search.refusal({ cursor, filter: leaf('email', 'ne', bob) })).toBe('422 /cursor cursor')
      const sorted = { cursor, filter: leaf('email', 'ne', ada), sort: [{ field: 'email' }] }
      expect(await search.refusal(sorted)).toBe('422 /cursor cursor')
      const other = searcher(organiser, `${await createList(organiser)}/contacts/search`)
      expect(await other.refusal({ cursor, filter: leaf('email', 'ne', ada) })).toBe('422 /cursor cursor')
    })
  })

  it('gives the members that are asked for, and the id', async () => {
    const { body } = await search.call({ fields: ['email', 'status'], pageSize: 1 })
    expect(body.data).toEqual([{ id: expect.any(String), email: ada, status: 'subscribed' }])
    expect(await search.refusal({ fields: ['email', '__proto__'] })).toBe('422 /fields/1 unknown-field')
  })

  it('shows deleted ones as tombstones where they are asked for', async () => {
    const some = await createList(organiser)
    const { body } = await addContact(organiser, some, { email: 'gone@example.org' })
    await organiser.call('DELETE', `${some}/contacts/${body.id}`)
    const here = searcher(organiser, `${some}/contacts/search`)
    expect(await here.values(undefined)).toEqual([])
    expect((await here.call({ includeDeleted: true, sort: [{ field: 'email' }] })).body.data).toMatchObject([
      { id: body.id, deleted: true, version: 2 },
    ])
    expect(
      await here.values(leaf('email', 'eq', 'gone@example.org'), 'id', { includeDeleted: true }),
    ).toEqual([])
  })

  it.each([
    [{ field: 'emial', op: 'eq', value: 'x' }, '/filter/field unknown-field'],
    [{ field: '__proto__', op: 'eq', value: 'x' }, '/filter/field unknown-field'],
    [{ field: 'constructor', op: 'eq', value: 'x' }, '/filter/field unknown-field'],
    [{ field: 'customFields.', op: 'eq', value: 'x' }, '/filter/field unknown-field'],
    [{ field: 'email_key', op: 'eq', value: 'x' }, '/filter/field unknown-field'],
    [{ field: 5, op: 'eq', value: 'x' }, '/filter/field unknown-field'],
    [{ op: 'eq', value: 'x' }, '/filter/field required'],
    [{ field: 'email', value: 'x' }, '/filter/op required'],
    [{ field: 'email', op: 'eq' }, '/filter/value required'],
    [{ field: 'email', op: 'in', value: 'x' }, '/filter/value unknown-member'],
    [{ field: 'email', op: 'in' }, '/filter/values required'],
    [{ field: 'email', op: 'eq', value: null }, '/filter/value value'],
    [{ field: 'email', op: 'eq', value: 5 }, '/filter/value value'],
    [{ field: 'email', op: 'eq', value: {} }, '/filter/value value'],
    [{ field: 'email', op: 'regex', value: 'x' }, '/filter/op unknown-operator'],
    [{ field: 'email', op: 'toString', value: 'x' }, '/filter/op unknown-operator'],
    [{ field: 'status', op: 'contains', value: 'x' }, '/filter/op wrong-operator'],
    [{ field: 'status', op: 'eq', value: 'odd' }, '/filter/value value'],
    [{ field: 'createdAt', op: 'startsWith', value: 'x' }, '/filter/op wrong-operator'],
    [{ field: 'createdAt', op: 'eq', value: 'yesterday' }, '/filter/value value'],
    [{ field: 'createdAt', op: 'eq', value: '2031-02-30T00:00:00Z' }, '/filter/value value'],
    [{ field: 'email', op: 'between', values: ['a'] }, '/filter/values between'],
    [{ field: 'email', op: 'between', values: ['a', 'b', 'c'] }, '/filter/values between'],
    [{ field: 'email', op: 'in', values: [] }, '/filter/values minItems'],
    [{ field: 'email', op: 'in', values: ['a', 5] }, '/filter/values/1 value'],
    [{ field: 'email', op: 'isNull', value: 'x' }, '/filter/value unknown-member'],
    [{ field: 'email', op: 'contains', value: '' }, '/filter/value value'],
    [{ field: 'email', op: 'eq', value: 'x', extra: 1 }, '/filter/extra unknown-member'],
    [{ and: [] }, '/filter/and minItems'],
    [{ and: {} }, '/filter/and type'],
    [
      {
        and: [
          { field: 'email', op: 'isNull' },
          { field: 'email', op: 'like' },
        ],
      },
      '/filter/and/1/op unknown-operator',
    ],
    [{ or: [{ not: { field: 'x', op: 'isNull' } }] }, '/filter/or/0/not/field unknown-field'],
    [{ and: [{ field: 'email', op: 'isNull' }], or: [] }, '/filter/or unknown-member'],
    [{ not: [] }, '/filter/not type'],
    [{}, '/filter/field required'],
  ])('refuses the filter %j', async (filter, error) => {
    expect(await search.refusal({ filter })).toBe(`422 ${error}`)
  })

  it.each([
    [{ filter: [] }, '/filter type'],
    [{ filter: 'x' }, '/filter type'],
    [{ sort: [{ field: 'customFields.tier' }] }, '/sort/0/field unknown-field'],
    [{ sort: [{ field: 'email; drop table x' }] }, '/sort/0/field unknown-field'],
    [{ sort: [{ field: 'email' }, { field: 'email' }] }, '/sort/1/field duplicate'],
    [{ sort: [{ field: 'email', direction: 'up' }] }, '/sort/0/direction enum'],
    [{ pageSize: 201 }, '/pageSize maximum'],
    [{ cursor: 'x' }, '/cursor cursor'],
    [{ page: 2 }, '/page unknown-member'],
  ])('refuses %j', async (body, error) => {
    expect(await search.refusal(body)).toBe(`422 ${error}`)
  })

  describe('limits', () => {
    const deep = (levels: number): Json =>
      levels === 1 ? leaf('email', 'isNotNull') : { not: deep(levels - 1) }
    it('takes a depth of 5, 50 conditions and 500 values', async () => {
      expect(await search.values(deep(5))).toHaveLength(4)
      expect(await search.refusal({ filter: deep(6) })).toBe('422 /filter/not/not/not/not/not depth')
      const many = (count: number) => ({
        and: Array.from({ length: count }, () => leaf('email', 'isNotNull')),
      })
      expect(await search.values(many(50))).toHaveLength(4)
      expect(await search.refusal({ filter: many(51) })).toBe('422 /filter/and/50 maxLeaves')
      const values = (count: number) =>
        leaf(
          'email',
          'in',
          Array.from({ length: count }, (_, n) => `${n}`),
        )
      expect(await search.values(values(500))).toEqual([])
      expect(await search.refusal({ filter: values(501) })).toBe('422 /filter/values maxValues')
      const both = { or: [values(300), values(201)] }
      expect(await search.refusal({ filter: both })).toBe('422 /filter/or/1/values maxValues')
    })
    it('looks at a thousand levels no longer than at six', async () => {
      const body = `{"filter":${'{"not":'.repeat(1_000)}{"field":"email","op":"isNull"}${'}'.repeat(1_000)}}`
      expect(await search.refusal(body)).toBe('422 /filter/not/not/not/not/not depth')
      const deeper = `{"filter":${'{"not":'.repeat(9_000)}{}${'}'.repeat(9_000)}}`
      expect((await search.call(deeper)).status).toBe(400)
    })
    it('looks at ten thousand conditions no longer than at fifty-one', async () => {
      const body = `{"filter":{"or":[${Array(5_000).fill('{"field":"id"}').join()}]}}`
      expect(await search.refusal(body)).toBe('422 /filter/or/0/op required')
      const leaves = `{"filter":{"or":[${Array(2_500).fill('{"field":"id","op":"isNull"}').join()}]}}`
      expect(await search.refusal(leaves)).toBe('422 /filter/or/50 maxLeaves')
      const large = `{"filter":{"or":[${Array(10_000).fill('{"field":"id","op":"isNull"}').join()}]}}`
      expect((await search.call(large)).status).toBe(413)
    })
    it('takes any text as a value and as a name', async () => {
      for (const text of ["'", '"', '\\', '%', '_', ';--', '$1', '?', '\u{1f600}', '\u0001', '}}', 'null']) {
        for (const op of ['eq', 'contains', 'startsWith', 'lt'])
          expect((await search.call({ filter: leaf('lastName', op, text), q: text })).status, text).toBe(200)
        expect((await search.call({ filter: leaf(`customFields.${text}`, 'eq', text) })).status).toBe(200)
        expect((await search.call({ filter: leaf(text, 'eq', text) })).status).toBe(422)
      }
      const nul = await search.call({ filter: leaf('lastName', 'eq', '\u0000') })
      expect(nul.status).toBe(422)
    })
  })

  it('needs the read scope and the list', async () => {
    const writer = await createOrganiser(running(), { scopes: ['contacts:write'] })
    expect((await writer.call('POST', `${list}/contacts/search`, { body: {} })).status).toBe(403)
    const other = await createOrganiser(running())
    expect((await other.call('POST', `${list}/contacts/search`, { body: {} })).status).toBe(404)
  })
})
