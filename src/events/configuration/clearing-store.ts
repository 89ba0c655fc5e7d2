import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EnrolmentRow, EventsTables } from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'
import { forPeople, type PeopleSlice, type PeopleTable } from './people-store.ts'

const statement = statementsOf<EventsTables>()
const { value, tx } = storeOf<EventsTables>()

/** Texts that find the session's id in a JSON array of ids: alone, first, last or in the middle. */
type Texts = { alone: string; before: string; behind: string; anywhere: string }
type Parting = Texts & { change: number; updated_at: number }

/** Live enrolments of a session, up to a registration. */
type Enrolled = { session_id: string; status: EnrolmentRow['status']; last: string }

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

/** The registration of the last of some enrolments; those of one registration are not told apart. */
const lastOf = value((db, p: Omit<Enrolled, 'last'>, limit: number) =>
  db
    .selectFrom(
      db
        .selectFrom('events_enrolments')
        .select('registration_id')
        .where('session_id', '=', p.session_id)
        .where('status', '=', p.status)
        .orderBy('registration_id')
        .limit(limit)
        .as('some'),
    )
    .select((eb) => eb.fn.max('registration_id').as('last')),
)

const cancelEnrolled = tx.run((db, p: Enrolled, now: number) =>
  db
    .updateTable('events_enrolments')
    .set({ status: 'cancelled', line: null, updated_at: now })
    .where('session_id', '=', p.session_id)
    .where('status', '=', p.status)
    .where('registration_id', '<=', p.last),
)

const partEnrolled = (
  [
    ['events_registrations', 'registration_id'],
    ['events_attendees', 'attendee_id'],
  ] as const
).map(([table, enrolled]) =>
  statement((db, p: Parting & Enrolled) =>
    db
      .updateTable(table)
      .set(parted(p))
      .where('deleted_at', 'is', null)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('events_enrolments')
          .select(enrolled)
          .where('session_id', '=', p.session_id)
          .where('status', '=', p.status)
          .where('registration_id', '<=', p.last),
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

/** Ends some enrolments, and takes the session from those who had them. False if there was none. */
export async function clearEnrolled(
  tx: Transaction,
  { sessionId, status, limit }: { sessionId: string; status: EnrolmentRow['status']; limit: number },
  moment: Moment,
): Promise<boolean> {
  const last = await lastOf(tx, { session_id: sessionId, status }, limit)
  if (last === undefined) return false
  const enrolled = { session_id: sessionId, status, last }
  const parting = { ...textsOf(sessionId), ...at(moment), ...enrolled }
  for (const part of partEnrolled) await tx.run(part, parting)
  await cancelEnrolled(tx, enrolled, moment.now)
  return true
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
