import type { Transaction } from '../../../kernel/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue.ts'
import { noteAdmission } from '../../attendance/attendance-end.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import type { Room } from '../../places/room.ts'
import { at, type Moment, nextVersion } from '../../tracking.ts'
import { type Claims, claimsOfRow } from '../claims.ts'
import { type Attending, asChoosing, attendingOf, enrolmentRow } from '../enrolment.ts'
import { addEnrolment } from '../enrolment-store.ts'
import { noteHistory } from '../history.ts'
import { countFitting, demandsOf } from '../needs.ts'
import { attendeeStatusOf } from '../registration-records.ts'
import { markAttendees, replaceRegistration } from '../registration-store.ts'
import type { Waiting } from './next-waiting.ts'

const MINUTE_MS = 60_000
export const offerKind = 'events-offer'

/** What a registration on the waiting list needs, by itself. */
type Wanting = { readonly claims: Claims; readonly attending: readonly Attending[] }

export function wantsOf(configuration: Configuration, { row, attendees }: Waiting): Wanting {
  return {
    claims: claimsOfRow(configuration, row, attendees),
    attending: attendingOf(configuration, asChoosing(row, attendees)),
  }
}

/** A session and the number on its waiting list; null for a place. */
type Enrolled = { readonly attending: Attending; readonly line: number | null }

/** Takes all its places in the room, or none: then undefined. */
export function takeRoom(
  room: Room,
  { event }: Configuration,
  { claims, attending }: Wanting,
): Enrolled[] | undefined {
  if (countFitting(room, demandsOf({ claims, attending })) === 0) return undefined
  const { eventId, typeId, seats, others } = claims
  room.take(eventId, seats, event.offer_minutes === null ? 0 : seats)
  for (const id of typeId === null ? [eventId] : [eventId, typeId]) room.leave(id, seats)
  if (typeId !== null) room.take(typeId, seats)
  for (const [id, count] of others) room.take(id, count)
  return attending.map((one) => {
    const { session, attendeeIds } = one
    if (room.free(session.id) < attendeeIds.length)
      return { attending: one, line: room.join(session.id, attendeeIds.length) }
    room.take(session.id, attendeeIds.length)
    return { attending: one, line: null }
  })
}

/** Confirms it, or makes an offer if the event gives time to accept. Its places are taken in the room. */
export async function letIn(
  tx: Transaction,
  service: Events,
  { event }: Configuration,
  { waiting, enrolled, moment }: { waiting: Waiting; enrolled: readonly Enrolled[]; moment: Moment },
): Promise<void> {
  const { row, attendees } = waiting
  for (const { attending, line } of enrolled)
    for (const attendeeId of attending.attendeeIds)
      await addEnrolment(tx, enrolmentRow({ registration: row, moment }, { attending, attendeeId, line }))
  const expires = event.offer_minutes === null ? null : moment.now + event.offer_minutes * MINUTE_MS
  const status = expires === null ? ('confirmed' as const) : ('offered' as const)
  const promoted = { ...row, ...nextVersion(row, moment), status, line: null, needs: '', expires_at: expires }
  if (!(await replaceRegistration(tx, promoted, row.version)))
    throw new Error('a registration on the waiting list changes only in transactions that hold the event')
  await markAttendees(tx, { registration_id: row.id, status: attendeeStatusOf(status), ...at(moment) })
  if (status === 'confirmed') await noteAdmission(tx, attendees)
  if (expires !== null) await enqueueJob(tx, service, { kind: offerKind, payload: row.id, runAt: expires })
  await noteHistory(tx, service, { row: promoted, action: status, actor: 'waiting-list' })
  await tellRegistration(tx, service, promoted, [
    expires === null ? 'registration.confirmed' : 'registration.offered',
  ])
}
