import { byIds, type Ids, readCalls } from '../../kernel/database/by-ids.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables, SessionRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>('heavy')

const LENGTHS = [1, 10, 50, 200, 500]

export type EnrolmentOf = { attendee_id: string; session_id: string }
type TypeOf = { id: string; registration_type_id: string | null }
type Included = Pick<SessionRow, 'id' | 'event_id' | 'status' | 'registration_type_ids'>

const enrolmentsOf = byIds(LENGTHS, (idsIn) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_enrolments')
      .select(['attendee_id', 'session_id'])
      .where('attendee_id', 'in', idsIn(p))
      .where('status', '<>', 'cancelled'),
  ),
)
const typesOf = byIds(LENGTHS, (idsIn) =>
  statement((db, p: Ids) =>
    db.selectFrom('events_registrations').select(['id', 'registration_type_id']).where('id', 'in', idsIn(p)),
  ),
)
const includedOf = byIds(LENGTHS, (idsIn) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_sessions')
      .select(['id', 'event_id', 'status', 'registration_type_ids'])
      .where('event_id', 'in', idsIn(p))
      .where('included', '=', 1)
      .where('deleted_at', 'is', null),
  ),
)

/** The live enrolments of attendees, in no order. */
export function readEnrolmentsOf(db: Reader, attendeeIds: readonly string[]): Promise<EnrolmentOf[]> {
  return readCalls(db, enrolmentsOf(attendeeIds, {}))
}

export function readTypesOf(db: Reader, registrationIds: readonly string[]): Promise<TypeOf[]> {
  return readCalls(db, typesOf(registrationIds, {}))
}

export function readIncludedOf(db: Reader, eventIds: readonly string[]): Promise<Included[]> {
  return readCalls(db, includedOf(eventIds, {}))
}
