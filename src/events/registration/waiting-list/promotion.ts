import { inOrder } from '../../../kernel/database/by-ids.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue.ts'
import { noteAdmission } from '../../attendance/attendance-end.ts'
import { attendeeStatusOf } from '../../attendee/attendee.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import type { Room } from '../../places/room.ts'
import { countStatus } from '../../places/status-count-store.ts'
import { at, type Moment } from '../../tracking.ts'
import { type Claims, claimsOfRow } from '../claims.ts'
import { type Attending, asChoosing, attendingOf, enrolmentRow } from '../enrolment.ts'
import { addEnrolment } from '../enrolment-store.ts'
import { countFitting, demandsOf } from '../needs.ts'
import type { Waiting } from './next-waiting.ts'
import { addHistories, findUnexpected, markAttendeesOf, promoteRows } from './promotion-store.ts'

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

/** A registration whose places are taken in the room. */
export type Promoted = { readonly waiting: Waiting; readonly enrolled: readonly Enrolled[] }

/** Confirms all of them, or makes offers if the event gives time to accept, with one statement for many. */
export async function letIn(
  tx: Transaction,
  service: Events,
  { event }: Configuration,
  { promoted, moment }: { promoted: readonly Promoted[]; moment: Moment },
): Promise<void> {
  if (promoted.length === 0) return
  for (const one of promoted) await enrolPromoted(tx, one, moment)
  const expires = event.offer_minutes === null ? null : moment.now + event.offer_minutes * MINUTE_MS
  const status = expires === null ? ('confirmed' as const) : ('offered' as const)
  const ids = promoted.map(({ waiting }) => waiting.row.id)
  const rows = await promoteRows(tx, ids, { status, expires_at: expires, ...at(moment) })
  if (rows.length !== ids.length)
    throw new Error('the waiting list changes only in transactions that hold the event')
  await countStatus(tx, rows, { from: 'waitlisted', to: status })
  await markAttendeesOf(tx, ids, { status: attendeeStatusOf(status), ...at(moment) })
  if (status === 'confirmed') await admit(tx, promoted)
  const entries = ids.map((id) => ({ id: service.ids.uuid(), registration_id: id }))
  await addHistories(tx, entries, { at: service.clock.now(), action: status, actor: 'waiting-list' })
  for (const row of inOrder(ids, rows, ({ id }) => id)) {
    if (expires !== null) await enqueueJob(tx, service, { kind: offerKind, payload: row.id, runAt: expires })
    await tellRegistration(tx, service, row, [`registration.${status}`])
  }
}

async function enrolPromoted(
  tx: Transaction,
  { waiting: { row }, enrolled }: Promoted,
  moment: Moment,
): Promise<void> {
  for (const { attending, line } of enrolled)
    for (const attendeeId of attending.attendeeIds)
      await addEnrolment(tx, enrolmentRow({ registration: row, moment }, { attending, attendeeId, line }))
}

/** Those who came while they waited count as expected now. */
async function admit(tx: Transaction, promoted: readonly Promoted[]): Promise<void> {
  const attendees = promoted.flatMap(({ waiting }) => waiting.attendees)
  const came = await findUnexpected(
    tx,
    attendees.map(({ id }) => id),
  )
  if (came.size > 0)
    await noteAdmission(
      tx,
      attendees.filter(({ id }) => came.has(id)),
    )
}
