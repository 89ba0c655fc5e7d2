import type { Transaction } from '../../kernel/database/database.ts'
import { presenceColumns, undoAttendance } from '../attendance/attendance.ts'
import type { Door } from '../attendance/attendance-door.ts'
import { placeIdOf } from '../attendance/attendance-record.ts'
import { markAttendance } from '../attendance/attendance-store.ts'
import { getAttendee } from '../attendee/attendee.ts'
import { holdAttendee, touchAttendee } from '../attendee/attendee-store.ts'
import type { Events } from '../events.ts'
import { holdEvent } from '../places/place-store.ts'
import { found } from '../problems.ts'
import { touchRegistration } from '../registration/touch-registration.ts'
import type { Moment } from '../tracking.ts'

/** Undoes a check-in, as if the attendee had not been scanned. Takes locks in the same order as a check-in. */
export async function undoCheckIn(
  tx: Transaction,
  service: Events,
  door: Door,
  { attendeeId, moment }: { attendeeId: string; moment: Moment },
): Promise<void> {
  const { eventId, event, session } = door
  // The registration changes too, and one on the waiting list may only change while the event's row is locked.
  await holdEvent(tx, eventId)
  const named = { attendeeId, eventId }
  const { registration_id } = await getAttendee({ database: tx }, event.organisation_id, named)
  await touchRegistration(tx, service, registration_id, moment)
  const [held] = await holdAttendee(tx, attendeeId)
  const attendee = found(held)
  if (session !== undefined) await holdEvent(tx, placeIdOf(door))
  await undoAttendance(tx, door, attendee)
  // The session's record is gone, which a syncing door device cannot see: the attendee is marked as changed instead.
  if (session !== undefined) return touchAttendee(tx, attendeeId, moment)
  const { now, change } = moment
  await markAttendance(tx, { id: attendeeId, ...presenceColumns(undefined), change, updated_at: now })
}
