import type { Reader } from '../../kernel/database/database.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import { findEvent, findSession } from '../configuration/event-store.ts'
import { found, problem } from '../problems.ts'
import type { AttendeeRow, EventRow, SessionRow } from '../records/tables.ts'
import type { AttendancePlace } from './attendance-record.ts'
import { findEnrolmentStatus, findTypeOf } from './attendance-store.ts'

/** A place where people are checked in: an event or one of its sessions. */
export type Door = AttendancePlace & { readonly event: EventRow; readonly session: SessionRow | undefined }

/** A session of another event counts as not found. */
export async function getDoor(
  db: Reader,
  { organisationId, eventId, sessionId }: { organisationId: string; eventId: string; sessionId?: string },
): Promise<Door> {
  const event = found(await findEvent(db, organisationId, eventId))
  if (sessionId === undefined) return { event, session: undefined, eventId, sessionId: '' }
  const session = await findSession(db, organisationId, sessionId)
  if (session === undefined || session.event_id !== eventId) throw problem('not-found')
  return { event, session, eventId, sessionId }
}

/** After the end, anyone who has not arrived counts as a no-show. */
export function isOver({ event, session }: Door, now: number): boolean {
  return (session ?? event).ends_at <= now
}

export function typeIdsOf({ registration_type_ids }: SessionRow): string[] {
  return JSON.parse(registration_type_ids)
}

/** Whether an attendee has a confirmed place at this event or session. */
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

/** The attendance mode (in person or virtual) to record when the scan does not name one. */
export async function usualMode(
  db: Reader,
  { event, session }: Door,
  attendee: AttendeeRow,
): Promise<string> {
  if ((session?.format ?? event.format) === 'virtual') return 'virtual'
  const type = await findTypeOf(db, attendee.registration_id)
  return type?.is_virtual === 1 ? 'virtual' : 'in-person'
}
