import { storeOf } from '../../kernel/database/store.ts'
import type { EnrolmentRow, EventsTables } from '../records/tables.ts'

const { many, guarded, tx } = storeOf<EventsTables>()

/** False if the attendee is already enrolled. A cancelled enrolment is reopened. */
export const addEnrolment = guarded((db, p: EnrolmentRow) =>
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

export const listEnrolments = many((db, registrationId: string) =>
  db
    .selectFrom('events_enrolments')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .where('status', '<>', 'cancelled')
    .orderBy('session_id')
    .orderBy('attendee_id'),
)

export const listEnrolmentsIn = many((db, registrationId: string, sessionId: string) =>
  db
    .selectFrom('events_enrolments')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .where('session_id', '=', sessionId)
    .where('status', '<>', 'cancelled')
    .orderBy('attendee_id'),
)

/** False if the status has changed since. */
export const changeEnrolment = tx.guarded(
  (db, p: EnrolmentRow, change: { to: EnrolmentRow['status']; updated_at: number }) =>
    db
      .updateTable('events_enrolments')
      .set({ status: change.to, updated_at: change.updated_at })
      .where('session_id', '=', p.session_id)
      .where('attendee_id', '=', p.attendee_id)
      .where('status', '=', p.status as EnrolmentRow['status']),
)
