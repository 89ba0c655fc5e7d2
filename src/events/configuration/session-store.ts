import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { sessionRecord } from '../records/session.ts'
import type { EventsTables, SessionRow } from '../records/tables.ts'

const { many, value, exists, tx } = storeOf<EventsTables>()

export const saveSession = tx.run((db, p: SessionRow) =>
  db.updateTable('events_sessions').set(pick(p, sessionRecord.columns.changing)).where('id', '=', p.id),
)

export const renameSource = tx.run((db, id: string, key: string) =>
  db.updateTable('events_sessions').set({ source_key: key }).where('id', '=', id),
)

/** All sessions that came from a schedule file, including deleted ones, which are not imported again. */
export const listImportedSessions = many((db, eventId: string) =>
  db
    .selectFrom('events_sessions')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('source_key', 'is not', null),
)

/** Statuses of an enrolment that holds a place in a session or waits for one. */
export const enrolledStates = ['registered', 'waitlisted'] as const

export const hasEnrolments = exists((db, sessionId: string) =>
  db
    .selectFrom('events_enrolments')
    .select('attendee_id')
    .where('session_id', '=', sessionId)
    .where('status', 'in', enrolledStates)
    .limit(1),
)

/** The event of a deleted session. */
export const findEventOfDeleted = value((db, sessionId: string) =>
  db
    .selectFrom('events_sessions')
    .select('event_id')
    .where('id', '=', sessionId)
    .where('deleted_at', 'is not', null),
)

/** An option whose session is removed is no longer sold. */
export const closeOptions = tx.run((db, p: { session_id: string; event_id: string }) =>
  db
    .updateTable('events_options')
    .set({ session_id: null, status: 'closed' })
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id),
)
