import { beforeAll, expect, it } from 'vitest'
import type { Configuration } from '../../../src/events/configured.ts'
import type { Events } from '../../../src/events/events.ts'
import { findAttendeeField, findRegistrationField } from '../../../src/events/search/fields/fields.ts'
import { readFilter } from '../../../src/events/search/filter.ts'
import { findPage, type Search } from '../../../src/events/search/find.ts'
import { readOrder } from '../../../src/events/search/order.ts'
import { wordsQuery } from '../../../src/events/text-store.ts'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import type { Statement } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import type { Json } from '../scene.ts'
import { idOf, insertPeople, personOf } from '../search-rows.ts'

const [SMALL, LARGE] = [1_500, 10_000]
const fields = [
  { name: 'role', type: 'text' },
  { name: 'age', type: 'number' },
]
const configuration = {
  forms: [{ version: 1, form: { sections: [{ fields }] } }],
} as unknown as Configuration

/** The size of a slice follows the time that the last one took: here none takes any. */
const still = { ...systemClock, monotonic: () => 0 }

/** What was asked of the database, and in which turn of the event loop. */
type Seen = { sql: string; values: unknown[]; turn: number }

onEachApp('a search among many', (running) => {
  let database: Database
  beforeAll(async () => {
    database = running().app.context.database
    await insertPeople(database, 'small', SMALL)
    await insertPeople(database, 'large', LARGE)
    await database.all(bare('analyze'), {})
  })

  function bare(text: string, values: unknown[] = []): Statement<object, Json> {
    return {
      name: undefined,
      compiled: () => ({ sql: text, writes: text === 'analyze', bind: () => values }),
    }
  }

  /** Runs a search and tells what was asked of the database. */
  async function run(
    eventId: string,
    wanted: Partial<Search> & { filterJson?: Json; sort?: Json[]; kind?: 'r' | 'a'; q?: string },
  ) {
    const seen: Seen[] = []
    let turn = 0
    let next = setImmediate(function count() {
      turn += 1
      next = setImmediate(count)
    })
    const { engine } = database.capabilities
    const spy = {
      all: (statement: Statement<object, unknown>, parameters: object) => {
        const compiled = statement.compiled(engine)
        seen.push({ sql: compiled.sql, values: compiled.bind(parameters), turn })
        return database.all(statement, parameters)
      },
    }
    const { filterJson, sort, kind = 'r', q, ...rest } = wanted
    const find = kind === 'r' ? findRegistrationField(configuration) : findAttendeeField(configuration)
    const page = await findPage({ database: spy, clock: still } as unknown as Events, {
      among: {
        table: kind === 'r' ? 'events_registrations' : 'events_attendees',
        scopeColumn: 'event_id',
        scopeId: eventId,
      },
      filter: filterJson && readFilter(find, filterJson),
      order: readOrder(find, sort as never),
      words:
        q === undefined
          ? undefined
          : {
              query: wordsQuery(database.capabilities, `at${eventId}`, q) ?? '',
              beginnings: [q],
              ofAttendees: kind === 'r',
            },
      deleted: false,
      size: 100,
      after: undefined,
      backward: false,
      ...rest,
    }).finally(() => clearImmediate(next))
    return { ...page, ids: page.found.map(({ id }) => id), seen }
  }

  async function planOf({ sql: text, values }: Seen): Promise<string> {
    const verb = database.capabilities.engine === 'sqlite' ? 'explain query plan' : 'explain'
    const rows = await database.all(bare(`${verb} ${text}`, values), {})
    return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
  }

  const leaf = (field: string, op: string, value: unknown): Json =>
    Array.isArray(value) ? { field, op, values: value } : { field, op, value }
  const email = personOf(SMALL - 7).email
  const numbersOf = (count: number, holds: (n: number) => boolean) =>
    Array.from({ length: count }, (_, n) => n).filter(holds)

  it.each([
    ['an address', { filterJson: leaf('registrant.email', 'eq', email) }, 1],
    ["an attendee's address", { filterJson: leaf('attendee.email', 'eq', email) }, 1],
    ['an address of an attendee', { kind: 'a', filterJson: leaf('email', 'eq', email) }, 1],
    ['a rare answer', { filterJson: leaf('answers.role', 'eq', 'rare') }, undefined],
    ['a common answer', { filterJson: leaf('answers.role', 'eq', 'common') }, 100],
    ['a common answer of attendees', { kind: 'a', filterJson: leaf('answers.role', 'eq', 'common') }, 100],
    ['a common number', { filterJson: leaf('answers.age', 'lt', 80) }, 100],
    ['a state', { filterJson: leaf('status', 'eq', 'confirmed') }, 100],
    ['not a state', { filterJson: { not: leaf('status', 'eq', 'cancelled') } }, 100],
    [
      'three conditions',
      {
        filterJson: {
          and: [
            leaf('status', 'eq', 'confirmed'),
            leaf('answers.age', 'gte', 45),
            leaf('answers.role', 'eq', 'common'),
          ],
        },
      },
      100,
    ],
    [
      'three conditions, one of them rare',
      {
        filterJson: {
          and: [
            leaf('status', 'eq', 'confirmed'),
            leaf('answers.age', 'gte', 0),
            leaf('registrant.email', 'eq', email),
          ],
        },
      },
      1,
    ],
    [
      'either address',
      {
        filterJson: {
          or: [leaf('registrant.email', 'eq', email), leaf('attendee.email', 'in', ['p1@example.org'])],
        },
      },
      2,
    ],
    ['the order of times', { sort: [{ field: 'registeredAt', direction: 'desc' }] }, 100],
    ['the order of names', { kind: 'a', sort: [{ field: 'lastName' }] }, 100],
    [
      'the order of addresses',
      { sort: [{ field: 'registrant.email' }], filterJson: leaf('answers.role', 'eq', 'common') },
      100,
    ],
    ['a common word', { q: 'common' }, 100],
  ] as const)('asks the same by %s, and reads no table through', async (_name, wanted, expected) => {
    const small = await run('small', wanted as never)
    const large = await run('large', wanted as never)
    if (expected !== undefined) expect([small.ids.length, large.ids.length]).toEqual([expected, expected])
    // A slice grows with the speed of the machine; how many there are does not.
    expect(large.seen.length).toBeLessThanOrEqual(small.seen.length + 2)
    // Records by their ids: PostgreSQL is right to read a table of this size for hundreds of them.
    for (const seen of large.seen.filter(({ values }) => values.length < 50)) {
      const plan = await planOf(seen)
      const through =
        /SCAN (t|a|w|events_(registrations|attendees|answers))\b(?! USING COVERING)|Seq Scan on events_(?!texts)/
      expect(plan, seen.sql).not.toMatch(through)
    }
  })

  it.each(['r', 'a'] as const)('knows a common word from a rare one (%s)', async (kind) => {
    const { ids } = await run('large', { kind, q: 'common', size: 3 })
    expect(ids).toEqual([1, 2, 3].map((n) => idOf(kind, 'large', n)))
    const both = await run('large', { kind, q: 'common', size: 3, filterJson: leaf('answers.age', 'eq', 0) })
    expect(both.ids).toEqual([90, 180, 270].map((n) => idOf(kind, 'large', n)))
  })

  it('costs the same on page one hundred', async () => {
    const filterJson = leaf('answers.role', 'eq', 'common')
    const first = await run('large', { filterJson, size: 50 })
    const after = [idOf('r', 'large', LARGE - 500)]
    const late = await run('large', { filterJson, size: 50, after })
    expect(late.seen.length).toBe(first.seen.length)
    expect(late.ids[0]).toBe(idOf('r', 'large', LARGE - 499))
  })

  it.each([
    ['a rare answer', leaf('answers.role', 'eq', 'rare'), (n: number) => n % 1_000 === 0],
    ['a rare number', leaf('answers.age', 'between', [3, 4]), (n: number) => n % 90 === 3 || n % 90 === 4],
    [
      'common ones that rarely meet',
      {
        and: [
          leaf('answers.age', 'eq', 30),
          leaf('status', 'eq', 'cancelled'),
          leaf('answers.role', 'eq', 'common'),
        ],
      },
      (n: number) => n % 90 === 30 && n % 10 === 0 && n % 1_000 !== 0,
    ],
    [
      'a common answer beside what no index has in order',
      {
        and: [
          leaf('answers.role', 'eq', 'common'),
          leaf('answers.age', 'gte', 60),
          leaf('status', 'eq', 'cancelled'),
        ],
      },
      (n: number) => n % 90 >= 60 && n % 10 === 0 && n % 1_000 !== 0,
    ],
    [
      'a part of a name',
      leaf('attendee.lastName', 'contains', 'e69'),
      (n: number) => /e69/.test(personOf(n).lastName),
    ],
    [
      'names and not numbers',
      { and: [leaf('attendee.lastName', 'startsWith', 'name1'), { not: leaf('answers.age', 'gt', 10) }] },
      (n: number) => personOf(n).lastName.startsWith('name1') && n % 90 <= 10,
    ],
  ])('finds all of %s, in order and page by page', async (_name, filterJson, holds) => {
    const wanted = numbersOf(LARGE, holds).map((n) => idOf('r', 'large', n))
    for (const backward of [false, true]) {
      const found: string[] = []
      let after: Search['after']
      for (;;) {
        const page = await run('large', { filterJson, size: 40, after, backward })
        found.push(...page.ids)
        after = page.found.at(-1)?.place
        if (!page.more) break
      }
      expect(found).toEqual(backward ? wanted.toReversed() : wanted)
    }
  })

  it('sorts thousands by what no index has', async () => {
    const { ids } = await run('large', {
      sort: [{ field: 'registrant.lastName', direction: 'desc' }],
      size: 3,
    })
    const best = numbersOf(LARGE, (n) => n % 700 === 99).map((n) => idOf('r', 'large', n))
    expect(ids).toEqual(best.toReversed().slice(0, 3))
  })

  it('gives up where it takes too long', async () => {
    let elapsed = 0
    const clock = { now: () => 0, monotonic: () => (elapsed += 300) }
    const find = findRegistrationField(configuration)
    const search: Search = {
      among: { table: 'events_registrations', scopeColumn: 'event_id', scopeId: 'large' },
      filter: readFilter(find, leaf('registrant.lastName', 'contains', 'nobody')),
      order: readOrder(find, undefined),
      words: undefined,
      deleted: false,
      size: 100,
      after: undefined,
      backward: false,
    }
    await expect(findPage({ database, clock } as unknown as Events, search)).rejects.toMatchObject({
      code: 'search-too-broad',
    })
  })

  it('lets others have their turn, more often among more rows', async () => {
    const turnsOf = async (event: 'small' | 'large') => {
      const { seen } = await run(event, { filterJson: leaf('registrant.lastName', 'contains', 'nobody') })
      return new Set(seen.map(({ turn }) => turn)).size
    }
    expect((await turnsOf('large')) - (await turnsOf('small'))).toBeGreaterThan(2)
  })
})
