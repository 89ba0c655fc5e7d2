import type { Reader } from '../../kernel/database/database.ts'
import { type Statement, statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables, SessionRow } from '../records/tables.ts'

type Ids = Record<string, string>

const statement = statementsOf<EventsTables>('heavy')

/** Lists of ids are padded to one of these lengths, which bounds the number of prepared statements. */
const LENGTHS = [1, 10, 50, 200, 500] as const
const LONGEST = 500

export type EnrolmentOf = { attendee_id: string; session_id: string }
type TypeOf = { id: string; registration_type_id: string | null }
type Included = Pick<SessionRow, 'id' | 'event_id' | 'status' | 'registration_type_ids'>

const enrolmentsOf = byLength((length) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_enrolments')
      .select(['attendee_id', 'session_id'])
      .where('attendee_id', 'in', namesOf(p, length))
      .where('status', '<>', 'cancelled'),
  ),
)
const typesOf = byLength((length) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_registrations')
      .select(['id', 'registration_type_id'])
      .where('id', 'in', namesOf(p, length)),
  ),
)
const includedOf = byLength((length) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_sessions')
      .select(['id', 'event_id', 'status', 'registration_type_ids'])
      .where('event_id', 'in', namesOf(p, length))
      .where('included', '=', 1)
      .where('deleted_at', 'is', null),
  ),
)

/** The live enrolments of attendees, in no order. */
export function readEnrolmentsOf(db: Reader, attendeeIds: readonly string[]): Promise<EnrolmentOf[]> {
  return readOf(db, enrolmentsOf, attendeeIds)
}

export function readTypesOf(db: Reader, registrationIds: readonly string[]): Promise<TypeOf[]> {
  return readOf(db, typesOf, registrationIds)
}

export function readIncludedOf(db: Reader, eventIds: readonly string[]): Promise<Included[]> {
  return readOf(db, includedOf, eventIds)
}

async function readOf<R>(
  db: Reader,
  statements: ReadonlyMap<number, Statement<Ids, R>>,
  ids: readonly string[],
): Promise<R[]> {
  const rows: R[] = []
  for (let start = 0; start < ids.length; start += LONGEST) {
    const part = ids.slice(start, start + LONGEST)
    const length = LENGTHS.find((known) => known >= part.length) ?? LONGEST
    const wanted = statements.get(length)
    if (wanted === undefined) throw new Error(`no statement takes ${length} ids`)
    const filled: Ids = {}
    for (let index = 0; index < length; index += 1)
      filled[`i${index}`] = part[Math.min(index, part.length - 1)] ?? ''
    rows.push(...(await db.all(wanted, filled)))
  }
  return rows
}

function namesOf(p: Ids, length: number): string[] {
  return Array.from({ length }, (_none, index) => p[`i${index}`] as string)
}

function byLength<R>(make: (length: number) => Statement<Ids, R>): ReadonlyMap<number, Statement<Ids, R>> {
  return new Map(LENGTHS.map((length) => [length, make(length)]))
}
