import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { EnrolmentRow, EventsTables } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

/** A cancelled one is opened again. */
const put = statement((db, p: EnrolmentRow) =>
  db
    .insertInto('events_enrolments')
    .values({
      session_id: p.session_id,
      attendee_id: p.attendee_id,
      registration_id: p.registration_id,
      event_id: p.event_id,
      status: p.status,
      line: p.line,
      created_at: p.created_at,
      updated_at: p.updated_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'attendee_id'])
        .doUpdateSet({ status: p.status, line: p.line, created_at: p.created_at, updated_at: p.updated_at })
        .where('events_enrolments.status', '=', 'cancelled'),
    ),
)
const liveOfRegistration = statement((db, p: { registration_id: string }) =>
  db
    .selectFrom('events_enrolments')
    .selectAll()
    .where('registration_id', '=', p.registration_id)
    .where('status', '<>', 'cancelled')
    .orderBy('session_id')
    .orderBy('attendee_id'),
)
const liveInSession = statement((db, p: { registration_id: string; session_id: string }) =>
  db
    .selectFrom('events_enrolments')
    .selectAll()
    .where('registration_id', '=', p.registration_id)
    .where('session_id', '=', p.session_id)
    .where('status', '<>', 'cancelled')
    .orderBy('attendee_id'),
)
const setStatus = statement(
  (
    db,
    p: {
      session_id: string
      attendee_id: string
      from: string
      to: EnrolmentRow['status']
      updated_at: number
    },
  ) =>
    db
      .updateTable('events_enrolments')
      .set({ status: p.to, updated_at: p.updated_at })
      .where('session_id', '=', p.session_id)
      .where('attendee_id', '=', p.attendee_id)
      .where('status', '=', p.from as EnrolmentRow['status']),
)
const firstWaiting = statement((db, p: { session_id: string }) =>
  db
    .selectFrom('events_enrolments')
    .selectAll()
    .where('session_id', '=', p.session_id)
    .where('status', '=', 'waitlisted')
    .orderBy('line')
    .orderBy('attendee_id')
    .limit(1),
)

/** False: the attendee is enrolled already. */
export async function addEnrolment(tx: Writer, row: EnrolmentRow): Promise<boolean> {
  return (await tx.run(put, row)) === 1
}

export function listEnrolments(db: Reader, registrationId: string): Promise<EnrolmentRow[]> {
  return db.all(liveOfRegistration, { registration_id: registrationId })
}

export function listEnrolmentsIn(
  db: Reader,
  registrationId: string,
  sessionId: string,
): Promise<EnrolmentRow[]> {
  return db.all(liveInSession, { registration_id: registrationId, session_id: sessionId })
}

/** False: it is in another state by now. */
export async function changeEnrolment(
  tx: Transaction,
  { session_id, attendee_id, status }: EnrolmentRow,
  change: { to: EnrolmentRow['status']; updated_at: number },
): Promise<boolean> {
  return (await tx.run(setStatus, { session_id, attendee_id, from: status, ...change })) === 1
}

export function findFirstWaiting(tx: Transaction, sessionId: string): Promise<EnrolmentRow | undefined> {
  return tx.first(firstWaiting, { session_id: sessionId })
}
