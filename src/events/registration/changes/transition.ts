import type { Transaction } from '../../../kernel/database/database.ts'
import { endExpectation, noteAdmission } from '../../attendance/attendance-end.ts'
import { attendeeStatusOf } from '../../attendee/attendee.ts'
import { ConfigurationChanged } from '../../configuration/configuration.ts'
import { isActive } from '../../configuration/opening.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import { keepPlaces, startServingWaiting } from '../../places/place-store.ts'
import { countStatus } from '../../places/status-count-store.ts'
import { problem } from '../../problems.ts'
import {
  type AttendeeRow,
  isLive,
  type RegistrationRow,
  type RegistrationStatus,
} from '../../records/tables.ts'
import { at, type Moment, nextVersion } from '../../tracking.ts'
import { claimsOfRow, freeClaims } from '../claims.ts'
import { asChoosing, attendingOf, disenrol } from '../enrolment.ts'
import { listEnrolments } from '../enrolment-store.ts'
import { noteHistory } from '../history.ts'
import { isExpired } from '../registration-answer.ts'
import { markAttendees, replaceRegistration } from '../registration-store.ts'
import { settle } from '../settlement.ts'
import { promoteSession } from '../waiting-list/session-waiting-list.ts'
import { leaveEventWaitingList, promoteEvent } from '../waiting-list/waiting-list.ts'

/** A registration that this transaction works on; the event's row is locked. */
export type Held = {
  readonly configuration: Configuration
  readonly row: RegistrationRow
  readonly attendees: readonly AttendeeRow[]
  readonly moment: Moment
  readonly actor: string
}

/** `keepsList`: freed places are kept for the waiting list, and the caller gives them to it later. */
type To = { status: RegistrationStatus; reason?: string | null; keepsList?: boolean }

/** The state machine. The current status is no change; transitions that are not allowed are refused. */
export async function changeStatus(
  tx: Transaction,
  service: Events,
  held: Held,
  to: To,
): Promise<RegistrationRow> {
  const { row } = held
  const from = isExpired(row, held.moment.now) ? 'expired' : row.status
  if (from === to.status && row.status === from) return row
  if (to.status === 'cancelled' && isLive(from)) return end(tx, service, held, { ...to, status: 'cancelled' })
  if (to.status === 'declined' && from === 'pending') return end(tx, service, held, { status: 'declined' })
  if (to.status === 'expired' && row.status === 'offered' && from === 'expired')
    return end(tx, service, held, { status: 'expired' })
  if (to.status === 'confirmed' && isWaiting(from)) {
    if (!isActive(held.configuration.event, held.moment.now)) throw problem('event-over')
    return from === 'offered' ? accept(tx, service, held) : letIn(tx, service, held)
  }
  throw problem('invalid-transition', { detail: `It is ${from}: it cannot become ${to.status}.` })
}

/** The reason of a cancellation may be stated or corrected later. */
export async function changeReason(
  tx: Transaction,
  service: Events,
  held: Held,
  reason: string | null,
): Promise<RegistrationRow> {
  if (reason === held.row.cancel_reason) return held.row
  const changed = await save(tx, held, { cancel_reason: reason })
  await noteHistory(tx, service, { row: changed, action: 'updated', actor: held.actor })
  await tellRegistration(tx, service, changed, ['registration.updated'])
  return changed
}

function isWaiting(status: RegistrationStatus): boolean {
  return status === 'offered' || status === 'pending' || status === 'waitlisted'
}

/** Returns all places and gives them to the waiting list, in the same transaction. */
async function end(
  tx: Transaction,
  service: Events,
  held: Held,
  { status, reason, keepsList = false }: To & { status: 'cancelled' | 'declined' | 'expired' },
): Promise<RegistrationRow> {
  const { row, moment, configuration } = held
  const hasPlaces = row.status === 'confirmed' || row.status === 'offered'
  const cancelled = status === 'cancelled' ? { cancelled_at: moment.now, cancel_reason: reason ?? null } : {}
  const ended = await save(tx, held, { ...cancelled, status, live_email: null, line: null, needs: '' })
  if (row.status === 'waitlisted') await leaveEventWaitingList(tx, row)
  const left = hasPlaces ? await giveBack(tx, held) : []
  await noteHistory(tx, service, { row, action: status, actor: held.actor })
  await tellRegistration(tx, service, ended, [`registration.${status}`])
  if (!hasPlaces) return ended
  if (keepsList) {
    await startServingWaiting(tx, row.event_id)
    return ended
  }
  for (const sessionId of left) await promoteSession(tx, service, configuration, { sessionId, moment })
  await promoteEvent(tx, service, configuration, moment)
  return ended
}

/**
 * Returns the sessions that it has left. Also those where it only waited: a group waits together, and may have left
 * places free that others on the waiting list can use.
 */
async function giveBack(tx: Transaction, held: Held): Promise<ReadonlySet<string>> {
  const { row, attendees, moment, configuration } = held
  await freeClaims(tx, claimsOfRow(configuration, row, attendees), row.status === 'offered')
  await endExpectation(tx, attendees)
  const left = new Set<string>()
  for (const enrolment of await listEnrolments(tx, row.id)) {
    await disenrol(tx, enrolment, moment)
    left.add(enrolment.session_id)
  }
  return left
}

/** Accepts an offer: it already holds its places. */
async function accept(tx: Transaction, service: Events, held: Held): Promise<RegistrationRow> {
  const confirmed = await save(tx, held, { status: 'confirmed', expires_at: null })
  await keepPlaces(tx, held.row.event_id, held.row.seats)
  await noteHistory(tx, service, { row: confirmed, action: 'accepted', actor: held.actor })
  await tellRegistration(tx, service, confirmed, ['registration.confirmed'])
  return confirmed
}

/** From the waiting list or after approval: takes its places now, or joins the event's waiting list if there is one. */
async function letIn(tx: Transaction, service: Events, held: Held): Promise<RegistrationRow> {
  const { row, attendees, moment, configuration } = held
  if (row.status === 'waitlisted') await leaveEventWaitingList(tx, row)
  const settled = await settle(tx, configuration, {
    row,
    moment,
    claims: claimsOfRow(configuration, row, attendees),
    attending: attendingOf(configuration, asChoosing(row, attendees)),
  })
  if (row.status === 'waitlisted' && settled.status === 'waitlisted') throw problem('capacity-full')
  const approved = row.status === 'pending' ? { approved_at: moment.now } : {}
  const changed = await save(tx, held, { ...approved, ...settled })
  await noteHistory(tx, service, {
    row,
    action: row.status === 'pending' ? 'approved' : 'confirmed',
    actor: held.actor,
  })
  await tellRegistration(tx, service, changed, [`registration.${settled.status}`])
  return changed
}

async function save(
  tx: Transaction,
  { row, attendees, moment }: Held,
  columns: Partial<RegistrationRow>,
): Promise<RegistrationRow> {
  const changed = { ...row, ...nextVersion(row, moment), ...columns }
  if (!(await replaceRegistration(tx, changed, row.version))) throw new ConfigurationChanged()
  await countStatus(tx, [row], { from: row.status, to: changed.status })
  const status = attendeeStatusOf(changed.status)
  if (status === attendeeStatusOf(row.status)) return changed
  await markAttendees(tx, { registration_id: row.id, status, ...at(moment) })
  if (status === 'active') await noteAdmission(tx, attendees)
  return changed
}
