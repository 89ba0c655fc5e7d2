import { sql } from 'kysely'
import { byIds, type Ids, readCalls, writeCalls } from '../../kernel/database/by-ids.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EnrolmentRow, EventsTables } from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'
import { forPeople, type PeopleSlice, type PeopleTable } from './people-store.ts'

const statement = statementsOf<EventsTables>()
const { values } = storeOf<EventsTables>()

/** Texts that find the session's id in a JSON array of ids: alone, first, last or in the middle. */
type Texts = { alone: string; before: string; behind: string; anywhere: string }
type Parting = Texts & { change: number; updated_at: number }

/** Live enrolments of a session. */
type Enrolled = { session_id: string; status: EnrolmentRow['status'] }

/** A statement is prepared for each of these numbers of ids. */
const SIZES = [1, 10, 100]

function without({ alone, before, behind }: Texts) {
  return sql<string>`replace(replace(replace(session_ids, ${before}, ''), ${behind}, ''), ${alone}, '')`
}

/** A record that no longer names the session, in its next version. */
function parted(p: Parting) {
  return {
    session_ids: without(p),
    version: sql<number>`version + 1`,
    change: p.change,
    updated_at: p.updated_at,
  }
}

/** The registration of each enrolment that comes next. */
const nextEnrolled = values((db, p: Enrolled & { after: string }, limit: number) =>
  db
    .selectFrom('events_enrolments')
    .select('registration_id')
    .where('session_id', '=', p.session_id)
    .where('status', '=', p.status)
    .where('registration_id', '>', p.after)
    .orderBy('registration_id')
    .limit(limit),
)

const attendeesOf = byIds(SIZES, (idsIn) =>
  statement((db, p: Enrolled & Ids) =>
    db
      .selectFrom('events_enrolments')
      .select('attendee_id')
      .where('session_id', '=', p.session_id)
      .where('status', '=', p.status)
      .where('registration_id', 'in', idsIn(p)),
  ),
)

const cancellations = byIds(SIZES, (idsIn) =>
  statement((db, p: Enrolled & { now: number } & Ids) =>
    db
      .updateTable('events_enrolments')
      .set({ status: 'cancelled', line: null, updated_at: p.now })
      .where('session_id', '=', p.session_id)
      .where('status', '=', p.status)
      .where('registration_id', 'in', idsIn(p)),
  ),
)

/**
 * By ids, not by a subquery: PostgreSQL expects far too many rows of one that ends at some id, and then reads the whole
 * table each time.
 */
const partings = forPeople((table) =>
  byIds(SIZES, (idsIn) =>
    statement((db, p: Parting & Ids) =>
      db.updateTable(table).set(parted(p)).where('id', 'in', idsIn(p)).where('deleted_at', 'is', null),
    ),
  ),
)

const askers = forPeople((table) =>
  statement((db, p: PeopleSlice & Texts) =>
    db
      .selectFrom(table)
      .select('id')
      .where('event_id', '=', p.event_id)
      .where('id', '>', p.after)
      .where('id', '<=', p.last)
      .where(sql<boolean>`session_ids like ${p.anywhere}`)
      .limit(1),
  ),
)

const partAskers = forPeople((table) =>
  statement((db, p: Parting & PeopleSlice) =>
    db
      .updateTable(table)
      .set(parted(p))
      .where('event_id', '=', p.event_id)
      .where('id', '>', p.after)
      .where('id', '<=', p.last)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`session_ids like ${p.anywhere}`),
  ),
)

function textsOf(sessionId: string): Texts {
  const alone = JSON.stringify(sessionId)
  return { alone, before: `${alone},`, behind: `,${alone}`, anywhere: `%${alone}%` }
}

export type NextEnrolled = { sessionId: string; status: EnrolmentRow['status']; after: string; limit: number }

/**
 * Ends the enrolments that come after a registration, and takes the session from those who had them. A registration's
 * enrolments end together. Returns the last registration; undefined if there was none.
 */
export async function clearEnrolled(
  tx: Transaction,
  { sessionId, status, after, limit }: NextEnrolled,
  moment: Moment,
): Promise<string | undefined> {
  const enrolled = { session_id: sessionId, status }
  const ids = [...new Set(await nextEnrolled(tx, { ...enrolled, after }, limit))]
  const attendees = await readCalls(tx, attendeesOf(ids, enrolled))
  const parting = { ...textsOf(sessionId), ...at(moment) }
  const attendeeIds = attendees.map(({ attendee_id }) => attendee_id)
  await writeCalls(tx, partings.events_registrations(ids, parting))
  await writeCalls(tx, partings.events_attendees(attendeeIds, parting))
  await writeCalls(tx, cancellations(ids, { ...enrolled, now: moment.now }))
  return ids.at(-1)
}

export async function hasAskers(
  db: Reader,
  table: PeopleTable,
  { slice, sessionId }: { slice: PeopleSlice; sessionId: string },
): Promise<boolean> {
  return (await db.first(askers[table], { ...slice, ...textsOf(sessionId) })) !== undefined
}

/** Takes the session from records that asked for it and were not enrolled. */
export async function clearAskers(
  tx: Transaction,
  table: PeopleTable,
  { slice, sessionId, moment }: { slice: PeopleSlice; sessionId: string; moment: Moment },
): Promise<void> {
  await tx.run(partAskers[table], { ...slice, ...textsOf(sessionId), ...at(moment) })
}
