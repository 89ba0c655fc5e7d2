import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'
import { searcher } from '../search-scene.ts'

const long = 'x'.repeat(150)
const parts = {
  event: { capacity: 4, waitlistEnabled: true },
  form: {
    sections: [
      {
        title: 'You',
        fields: [
          { name: 'role', label: 'Role', type: 'text' },
          { name: 'age', label: 'Age', type: 'number' },
          { name: 'terms', label: 'Terms', type: 'consent' },
          { name: 'born', label: 'Born', type: 'date' },
          { name: 'at', label: 'At', type: 'datetime' },
          {
            name: 'topics',
            label: 'Topics',
            type: 'multiselect',
            choices: ['Keys', 'Badges'].map((value) => ({ value, label: value })),
          },
        ],
      },
    ],
  },
}
const person = (firstName: string, lastName: string, rest: Json = {}) => ({
  firstName,
  lastName,
  email: `${firstName}@Example.org`,
  ...rest,
})
const registrations = [
  {
    registrant: person('Ada', 'Lovelace', { company: 'Analytical' }),
    answers: { role: 'Countess', age: 36, terms: true, topics: ['Keys', 'Badges'], born: '1815-12-10' },
    tags: ['VIP', 'press'],
    note: '50% off_',
  },
  {
    registrant: person('Grace', 'Hopper'),
    attendees: [
      person('Grace', 'Hopper', { company: 'Navy' }),
      person('Alan', 'Guest', { email: 'alan@guest.example', answers: { role: 'Guest', age: 41 } }),
    ],
    answers: { role: `${long}A`, age: -5, terms: false, at: '2031-01-01T12:00:00+02:00' },
    externalReferences: [{ system: 'crm', id: 'C-1' }],
  },
  { registrant: person('Linus', 'Waiting'), answers: { role: `${long}B`, age: 7.5 }, source: 'import' },
  { registrant: person('Mary', 'Last'), answers: { age: 100 } },
]

onEachApp('searching registrations', (running) => {
  let organiser: Organiser
  let eventId: string
  let search: ReturnType<typeof searcher>
  let attendees: ReturnType<typeof searcher>
  const path = (rest: string) => `/registration/api/v1/events/${eventId}/${rest}`
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    eventId = (await createEvent(running(), organiser, parts)).id
    for (const body of registrations) {
      const { status, text } = await organiser.call('POST', path('registrations'), { body })
      if (status !== 201) throw new Error(text)
    }
    search = searcher(organiser, path('registrations/search'))
    attendees = searcher(organiser, path('attendees/search'))
    const other = await createEvent(running(), organiser, parts)
    const [body] = registrations
    await organiser.call('POST', `/registration/api/v1/events/${other.id}/registrations`, { body })
  })
  const leaf = (field: string, op: string, value?: unknown): Json => ({
    field,
    op,
    ...(value === undefined ? {} : Array.isArray(value) ? { values: value } : { value }),
  })
  const names = async (filter: Json | undefined, rest: Json = {}) =>
    (await search.values(filter, 'registrant', rest)).map((one) => (one as Json).firstName)

  it.each([
    ['the registrant', leaf('registrant.email', 'eq', 'ada@example.org'), ['Ada']],
    ['the registrant by a beginning', leaf('registrant.email', 'startsWith', 'GRA'), ['Grace']],
    ['an attendee', leaf('attendee.email', 'eq', 'ALAN@guest.example'), ['Grace']],
    ['an attendee by the first name', leaf('attendee.firstName', 'eq', 'alan'), ['Grace']],
    ['no such attendee', leaf('attendee.firstName', 'ne', 'alan'), ['Ada', 'Linus', 'Mary']],
    ['a company of an attendee', leaf('attendee.company', 'contains', 'av'), ['Grace']],
    ['guests', leaf('attendee.isGuest', 'eq', true), ['Grace']],
    ['a status', leaf('status', 'in', ['waitlisted']), ['Mary']],
    ['a tag', leaf('tags', 'eq', 'vip'), ['Ada']],
    ['a note with metacharacters', leaf('note', 'contains', '% OFF_'), ['Ada']],
    ['a reference', leaf('externalReferences.id', 'eq', 'c-1'), ['Grace']],
    ['a source', leaf('source', 'eq', 'import'), ['Linus']],
    ['a text', leaf('answers.role', 'eq', 'COUNTESS'), ['Ada']],
    ['a text longer than its key', leaf('answers.role', 'eq', `${long}a`), ['Grace']],
    ['the beginning of a long text', leaf('answers.role', 'startsWith', long), ['Grace', 'Linus']],
    ['texts behind a long one', leaf('answers.role', 'gt', `${long}a`), ['Linus']],
    ['a part of a text', leaf('answers.role', 'contains', 'OUN'), ['Ada']],
    ['the first attendee, not a guest', leaf('answers.role', 'eq', 'guest'), []],
    ['a guest where it is asked for', leaf('attendee.answers.role', 'eq', 'guest'), ['Grace']],
    ['numbers as numbers', leaf('answers.age', 'lt', 36), ['Grace', 'Linus']],
    ['numbers between', leaf('answers.age', 'between', [7.5, 36]), ['Ada', 'Linus']],
    ['a flag', leaf('answers.terms', 'eq', true), ['Ada']],
    ['another flag', leaf('answers.terms', 'ne', true), ['Grace', 'Linus', 'Mary']],
    ['a date', leaf('answers.born', 'lte', '1815-12-10'), ['Ada']],
    ['a moment in another zone', leaf('answers.at', 'eq', '2031-01-01T10:00:00Z'), ['Grace']],
    ['one of several', leaf('answers.topics', 'eq', 'badges'), ['Ada']],
    ['no answer', leaf('answers.role', 'isNull'), ['Mary']],
    [
      'three conditions',
      {
        and: [
          leaf('status', 'eq', 'confirmed'),
          leaf('answers.age', 'gt', 0),
          leaf('attendee.lastName', 'startsWith', 'w'),
        ],
      },
      ['Linus'],
    ],
    [
      'either',
      { or: [leaf('answers.role', 'eq', 'countess'), leaf('attendee.email', 'eq', 'mary@example.org')] },
      ['Ada', 'Mary'],
    ],
    [
      'neither',
      { not: { or: [leaf('answers.role', 'isNotNull'), leaf('status', 'eq', 'confirmed')] } },
      ['Mary'],
    ],
  ])('finds %s', async (_name, filter, found) => {
    expect(await names(filter as Json)).toEqual(found)
  })

  it('finds by a confirmation number in any case, and by id', async () => {
    const { body } = await search.call({ pageSize: 1 })
    const [ada] = body.data
    const number = String(ada?.confirmationNumber)
    expect(await names(leaf('confirmationNumber', 'eq', number.toLowerCase()))).toEqual(['Ada'])
    expect(await names(leaf('id', 'in', [String(ada?.id), 'none']))).toEqual(['Ada'])
  })

  it('finds by words of its attendees', async () => {
    expect(await names(undefined, { q: 'alan guest' })).toEqual(['Grace'])
    expect(await names(undefined, { q: 'ada hopper' })).toEqual([])
    expect(await names(leaf('status', 'eq', 'waitlisted'), { q: 'example' })).toEqual(['Mary'])
  })

  it('sorts and pages', async () => {
    expect(await names(undefined, { sort: [{ field: 'registrant.email', direction: 'desc' }] })).toEqual([
      'Mary',
      'Linus',
      'Grace',
      'Ada',
    ])
    expect(await names(undefined, { sort: [{ field: 'registeredAt', direction: 'desc' }] })).toEqual([
      'Mary',
      'Linus',
      'Grace',
      'Ada',
    ])
    const first = await search.call({
      pageSize: 3,
      sort: [{ field: 'status' }, { field: 'registrant.lastName' }],
    })
    expect(first.body.data.map(({ registrant }) => (registrant as Json).lastName)).toEqual([
      'Hopper',
      'Lovelace',
      'Waiting',
    ])
    expect(await search.refusal({ sort: [{ field: 'answers.age' }] })).toBe('422 /sort/0/field unknown-field')
    expect(await search.refusal({ sort: [{ field: 'attendee.email' }] })).toBe(
      '422 /sort/0/field unknown-field',
    )
  })

  it.each([
    [leaf('answers.nothing', 'eq', 'x'), '/filter/field unknown-field'],
    [leaf('answers.__proto__', 'eq', 'x'), '/filter/field unknown-field'],
    [leaf('answers.constructor', 'eq', 'x'), '/filter/field unknown-field'],
    [leaf('attendee.nothing', 'eq', 'x'), '/filter/field unknown-field'],
    [leaf('attendee.attendee.email', 'eq', 'x'), '/filter/field unknown-field'],
    [leaf('answers.age', 'eq', '36'), '/filter/value value'],
    [leaf('answers.age', 'contains', '3'), '/filter/op wrong-operator'],
    [leaf('answers.terms', 'gt', true), '/filter/op wrong-operator'],
    [leaf('answers.born', 'eq', '10.12.1815'), '/filter/value value'],
    [leaf('answers.at', 'lt', '2031-01-01'), '/filter/value value'],
    [leaf('status', 'eq', 'gone'), '/filter/value value'],
  ])('refuses %j', async (filter, error) => {
    expect(await search.refusal({ filter })).toBe(`422 ${error}`)
  })

  it('needs the scope and the event', async () => {
    const reader = await createOrganiser(running(), { scopes: ['events:read'] })
    for (const what of ['registrations', 'attendees']) {
      expect((await reader.call('POST', path(`${what}/search`), { body: {} })).status).toBe(403)
      const other = await createOrganiser(running())
      expect((await other.call('POST', path(`${what}/search`), { body: {} })).status).toBe(404)
    }
  })

  it.each([
    ['an address', leaf('email', 'eq', 'ALAN@guest.example'), ['Alan']],
    ['a last name', leaf('lastName', 'startsWith', 'l'), ['Ada', 'Mary']],
    ['an answer', leaf('answers.age', 'gte', 41), ['Alan', 'Mary']],
    ['an answer that is absent', leaf('answers.terms', 'isNull'), ['Alan', 'Linus', 'Mary']],
    ['guests', leaf('isGuest', 'eq', true), ['Alan']],
    ['a state', leaf('status', 'eq', 'waitlisted'), ['Mary']],
    ['who is not in', leaf('checkedIn', 'eq', false), ['Ada', 'Grace', 'Alan', 'Linus', 'Mary']],
    ['a time that is absent', leaf('checkedInAt', 'isNotNull'), []],
  ])('finds attendees by %s', async (_name, filter, found) => {
    expect(await attendees.values(filter as Json, 'firstName')).toEqual(found)
  })

  it('sorts attendees by their last name, and pages', async () => {
    const sort = [{ field: 'lastName' }]
    const all = await attendees.values(undefined, 'lastName', { sort })
    expect(all).toEqual(['Guest', 'Hopper', 'Last', 'Lovelace', 'Waiting'])
    const first = await attendees.call({ sort, pageSize: 2 })
    const next = await attendees.values(undefined, 'lastName', {
      sort,
      pageSize: 2,
      cursor: first.body.paging.nextCursor,
    })
    expect(next).toEqual(['Last', 'Lovelace'])
    expect(await attendees.values(undefined, 'lastName', { q: 'hop' })).toEqual(['Hopper'])
  })
})
