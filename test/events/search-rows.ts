import { encodeSearchValue } from '../../src/events/form/answer-index.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import { rebuildTextIndex } from '../plans.ts'

type Row = Record<string, string | number | null>

const AT_ONCE = 200
const tracked = {
  organisation_id: 'org',
  version: 1,
  change: 1,
  created_at: 1,
  updated_at: 1,
  deleted_at: null,
}

/** Person `n` of an event: everything about them follows from the number. */
export function personOf(n: number) {
  return {
    email: `p${n}@example.org`,
    lastName: `name${n % 700}`,
    /** Few have a rare one, all but few a common one. */
    role: n % 1_000 === 0 ? 'rare' : 'common',
    age: n % 90,
    status: n % 10 === 0 ? 'cancelled' : 'confirmed',
  }
}

export function idOf(kind: string, eventId: string, n: number): string {
  return `${eventId}-${kind}-${String(n).padStart(8, '0')}`
}

/** Registrations with an attendee and two answers each, past everything that checks them. */
export async function insertPeople(database: Database, eventId: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => start + index)
    await insert(
      database,
      'events_registrations',
      numbers.map((n) => registrationRow(eventId, n)),
    )
    await insert(
      database,
      'events_attendees',
      numbers.map((n) => attendeeRow(eventId, n)),
    )
    await insert(
      database,
      'events_answers',
      numbers.flatMap((n) => answerRows(eventId, n)),
    )
    await insert(
      database,
      'events_texts',
      numbers.map((n) => ({
        owner_id: idOf('a', eventId, n),
        words: `zzat${eventId} ${personOf(n).role} ${personOf(n).lastName}`,
      })),
    )
  }
  await rebuildTextIndex(database)
}

async function insert(database: Database, table: string, rows: readonly Row[]): Promise<void> {
  await database.run(
    statementOnce<Record<string, Row>, unknown>((db) => db.insertInto(table).values([...rows])),
    {},
  )
}

function registrationRow(eventId: string, n: number): Row {
  const { email, lastName, status } = personOf(n)
  return {
    ...tracked,
    id: idOf('r', eventId, n),
    event_id: eventId,
    confirmation_number: `${eventId}${n}`,
    status,
    first_name: 'P',
    last_name: lastName,
    email,
    email_key: email,
    seats: 1,
    answers: JSON.stringify({ role: personOf(n).role, age: personOf(n).age }),
    session_ids: '[]',
    options: '[]',
    source: 'api',
    tags: '[]',
    external_references: '[]',
    registered_at: n,
  }
}

function attendeeRow(eventId: string, n: number): Row {
  const { email, lastName } = personOf(n)
  return {
    ...tracked,
    id: idOf('a', eventId, n),
    event_id: eventId,
    registration_id: idOf('r', eventId, n),
    first_name: 'P',
    last_name: lastName,
    last_name_key: lastName,
    email,
    email_key: email,
    status: 'active',
    is_guest: 0,
    checked_in: 0,
    answers: JSON.stringify({ role: personOf(n).role, age: personOf(n).age }),
    session_ids: '[]',
    external_references: '[]',
  }
}

function answerRows(eventId: string, n: number): Row[] {
  const { role, age } = personOf(n)
  const owner = {
    event_id: eventId,
    attendee_id: idOf('a', eventId, n),
    registration_id: idOf('r', eventId, n),
    is_guest: 0,
  }
  const encoded = encodeSearchValue('number', age) ?? ''
  return [
    { ...owner, field: 'role', key: role, value: role },
    { ...owner, field: 'age', key: encoded, value: encoded },
  ]
}
