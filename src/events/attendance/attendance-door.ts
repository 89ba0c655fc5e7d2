import type { Reader } from '../../kernel/database/database.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import { findEvent, findSession } from '../configuration/event-store.ts'
import { problem } from '../problems.ts'
import type { AttendeeRow, EventRow, SessionRow } from '../records/tables.ts'
import type { AttendancePlace } from './attendance-record.ts'
import { findEnrolmentStatus, findTypeOf } from './attendance-store.ts'

/** An event's or a session's: where people are let in. */
export type Door = AttendancePlace & { readonly event: EventRow; readonly session: SessionRow | undefined }

/** A session of another event is not there. */
export async function getDoor(
  db: Reader,
  { organisationId, eventId, sessionId }: { organisationId: string; eventId: string; sessionId?: string },
): Promise<Door> {
  const event = await findEvent(db, organisationId, eventId)
  if (event === undefined) throw problem('not-found')
  if (sessionId === undefined) return { event, session: undefined, eventId, sessionId: '' }
  const session = await findSession(db, organisationId, sessionId)
  if (session === undefined || session.event_id !== eventId) throw problem('not-found')
  return { event, session, eventId, sessionId }
}

/** Whoever has not come by then does not come. */
export function isOver({ event, session }: Door, now: number): boolean {
  return (session ?? event).ends_at <= now
}

export function typeIdsOf({ registration_type_ids }: SessionRow): string[] {
  return JSON.parse(registration_type_ids)
}

/** Whether somebody has a confirmed place at what takes place. */
export async function isExpected(
  db: Reader,
  { event, session }: Door,
  attendee: AttendeeRow,
): Promise<boolean> {
  if (attendee.status !== 'active' || event.status === 'cancelled') return false
  if (session === undefined) return true
  if (session.status === 'cancelled') return false
  if (session.included === 0) return (await findEnrolmentStatus(db, session.id, attendee.id)) === 'registered'
  const typeIds = typeIdsOf(session)
  if (typeIds.length === 0) return true
  const type = await findTypeOf(db, attendee.registration_id)
  return isOpenTo({ typeIds }, type?.registration_type_id ?? null)
}

/** How somebody attends, where a scan does not say. */
export async function usualMode(
  db: Reader,
  { event, session }: Door,
  attendee: AttendeeRow,
): Promise<string> {
  if ((session?.format ?? event.format) === 'virtual') return 'virtual'
  const type = await findTypeOf(db, attendee.registration_id)
  return type?.is_virtual === 1 ? 'virtual' : 'in-person'
}
