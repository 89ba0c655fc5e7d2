import type { Context } from '../../../kernel/context.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue.ts'
import { noteAdmission } from '../../attendance/attendance-end.ts'
import { holdConfiguration } from '../../configuration/configuration.ts'
import { readConfiguration } from '../../configuration/configuration-store.ts'
import { formOfVersion } from '../../configuration/form.ts'
import { isActive } from '../../configuration/opening.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import { findPlace, leaveLine, listSessionLines } from '../../places/place-store.ts'
import type { AttendeeRow, RegistrationRow } from '../../records/tables.ts'
import { at, type Moment, nextVersion } from '../../tracking.ts'
import { claimsOf } from '../claims.ts'
import { asChoosing, attendingOf, promoteSession } from '../enrolment.ts'
import { noteHistory } from '../history.ts'
import { attendeeStatusOf } from '../registration-records.ts'
import { listAttendeesOf, listWaiting, markAttendees, replaceRegistration } from '../registration-store.ts'
import { fits } from '../settlement.ts'

const AT_ONCE = 50
const MINUTE_MS = 60_000
export const offerKind = 'events-offer'
export const linesKind = 'events-lines'

/**
 * Gives free places to the first registration on the waiting list that fits, then the next. Must run in every
 * transaction that frees or adds places. First come, first served, but one that needs more than is free does not block
 * the others. Does nothing if the event is cancelled or over.
 */
export async function promoteEvent(
  tx: Transaction,
  service: Events,
  known: Configuration,
  moment: Moment,
): Promise<void> {
  // Locks the event's row first, so that the event cannot be cancelled until this transaction ends.
  const configuration = await holdConfiguration(tx, known)
  const { event } = configuration
  if (!isActive(event, moment.now)) return
  let after = 0
  for (;;) {
    const room = await readRoom(tx, event.id)
    if (room.free <= 0) return
    const line = await listWaiting(tx, { event_id: event.id, after, limit: AT_ONCE })
    for (const row of line) {
      if (row.seats > room.free) continue
      if (await letIn(tx, service, configuration, { row, moment })) room.free -= row.seats
      if (room.free <= 0) return
    }
    const last = line.at(-1)
    if (last === undefined || line.length < AT_ONCE) return
    after = last.line ?? after
  }
}

/** Must run in every transaction that frees places: uses the event's current configuration. */
export async function promoteWaiting(
  tx: Transaction,
  service: Events,
  { eventId, moment }: { eventId: string; moment: Moment },
): Promise<void> {
  const configuration = await readConfiguration(tx, eventId)
  if (configuration !== undefined) await promoteEvent(tx, service, configuration, moment)
}

/** Serves the waiting lists of all sessions, then the event's own. The caller holds the event's row. */
export async function serveLines(
  tx: Transaction,
  service: Events,
  { eventId, moment }: { eventId: string; moment: Moment },
): Promise<void> {
  const configuration = await readConfiguration(tx, eventId)
  if (configuration === undefined) return
  for (const sessionId of await listSessionLines(tx, eventId))
    await promoteSession(tx, service, configuration, { sessionId, moment })
  await promoteEvent(tx, service, configuration, moment)
}

/** Queues a job that serves the waiting lists, for work without the service or that serves them only at its end. */
export async function enqueueLines(tx: Transaction, context: Context, eventId: string): Promise<void> {
  await enqueueJob(tx, context, { kind: linesKind, payload: eventId })
}

async function readRoom(tx: Transaction, eventId: string): Promise<{ free: number }> {
  const place = await findPlace(tx, eventId)
  if (place === undefined) return { free: 0 }
  const { capacity, taken } = place
  return { free: capacity === null ? Number.POSITIVE_INFINITY : capacity - taken }
}

/** Confirms it at once, or makes an offer if the event gives time to accept; false if it does not fit. */
async function letIn(
  tx: Transaction,
  service: Events,
  configuration: Configuration,
  { row, moment }: { row: RegistrationRow; moment: Moment },
): Promise<boolean> {
  const attendees = await listAttendeesOf(tx, row.id)
  const minutes = configuration.event.offer_minutes
  const settling = {
    row,
    moment,
    claims: claimsOfRow(configuration, row, attendees),
    attending: attendingOf(configuration, asChoosing(row, attendees)),
  }
  if (!(await fits(tx, configuration, settling, minutes !== null))) return false
  await leaveEventLine(tx, row)
  const expires = minutes === null ? null : moment.now + minutes * MINUTE_MS
  const status = expires === null ? ('confirmed' as const) : ('offered' as const)
  const promoted = { ...row, ...nextVersion(row, moment), status, line: null, expires_at: expires }
  if (!(await replaceRegistration(tx, promoted, row.version)))
    throw new Error('a registration in the line changes only with the line')
  await markAttendees(tx, { registration_id: row.id, status: attendeeStatusOf(status), ...at(moment) })
  if (status === 'confirmed') await noteAdmission(tx, attendees)
  if (expires !== null) await enqueueJob(tx, service, { kind: offerKind, payload: row.id, runAt: expires })
  await noteHistory(tx, service, { row: promoted, action: status, actor: 'waiting-list' })
  await tellRegistration(tx, service, promoted, [
    expires === null ? 'registration.confirmed' : 'registration.offered',
  ])
  return true
}

/** Removes it from the waiting list of the event and the count of the type. */
export async function leaveEventLine(tx: Transaction, row: RegistrationRow): Promise<void> {
  await leaveLine(tx, row.event_id, row.seats)
  if (row.registration_type_id !== null) await leaveLine(tx, row.registration_type_id, row.seats)
}

export function claimsOfRow(
  configuration: Configuration,
  row: RegistrationRow,
  attendees: readonly AttendeeRow[],
) {
  const typeId = row.registration_type_id
  return claimsOf(row.event_id, {
    typeId,
    stored: formOfVersion(configuration, { typeId, version: row.form_version }),
    attendees: attendees.map(({ answers }) => ({ answers: JSON.parse(answers) })),
    options: JSON.parse(row.options),
  })
}
