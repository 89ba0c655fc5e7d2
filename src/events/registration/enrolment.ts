import type { Transaction } from '../../kernel/database/database.ts'
import { noteEnrolment } from '../attendance/attendance-end.ts'
import { touchAttendee } from '../attendee/attendee-store.ts'
import { findSession } from '../configuration/event-store.ts'
import { isActive } from '../configuration/opening.ts'
import type { Configuration, ConfiguredSession } from '../configured.ts'
import type { Events } from '../events.ts'
import { sendMail, wantsMail } from '../notifications/send-mail.ts'
import { freePlaces, joinLineWhereFull, leaveLine, takePlaces } from '../places/place-store.ts'
import type { AttendeeRow, EnrolmentRow, RegistrationRow } from '../records/tables.ts'
import type { Moment } from '../tracking.ts'
import { addEnrolment, changeEnrolment, findFirstWaiting } from './enrolment-store.ts'
import { noteHistory } from './history.ts'
import { optionSessions } from './registration-plan.ts'
import { findRegistration } from './registration-store.ts'
import { touchRegistration } from './touch-registration.ts'

/** A session and the attendees who go there. `certain` means that a place on its waiting list is not enough. */
export type Attending = {
  readonly session: ConfiguredSession
  readonly attendeeIds: readonly string[]
  readonly certain: boolean
}

type Choosing = {
  readonly sessionIds: readonly string[]
  readonly options: readonly { readonly groupId: string; readonly optionId: string }[]
  readonly attendees: readonly { readonly id: string; readonly sessionIds: readonly string[] }[]
}

/** Who goes to which session, ordered by session id; included sessions need no places. */
export function attendingOf(
  configuration: Configuration,
  { sessionIds, options, attendees }: Choosing,
): Attending[] {
  const certain = new Set(optionSessions(configuration, options))
  const goers = new Map<string, Set<string>>()
  const add = (sessionId: string, attendeeId: string) =>
    goers.set(sessionId, (goers.get(sessionId) ?? new Set()).add(attendeeId))
  for (const { id, sessionIds: own } of attendees)
    for (const sessionId of [...sessionIds, ...certain, ...own]) add(sessionId, id)
  return [...goers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([sessionId, attendeeIds]) => {
      const session = configuration.sessions.get(sessionId)
      return session === undefined || session.included === 1
        ? []
        : [{ session, attendeeIds: [...attendeeIds], certain: certain.has(sessionId) }]
    })
}

type Enrolling = {
  readonly registration: Pick<RegistrationRow, 'id' | 'event_id'>
  readonly moment: Moment
}

/** Takes places for all of them, or puts all of them on the waiting list; false if neither is possible. */
export async function enrol(
  tx: Transaction,
  { session, attendeeIds, certain }: Attending,
  { registration, moment }: Enrolling,
): Promise<boolean> {
  const row = (attendeeId: string, line: number | null): EnrolmentRow => ({
    session_id: session.id,
    attendee_id: attendeeId,
    registration_id: registration.id,
    event_id: registration.event_id,
    status: line === null ? 'registered' : 'waitlisted',
    line,
    created_at: moment.now,
    updated_at: moment.now,
  })
  for (;;) {
    if (await takePlaces(tx, { id: session.id, seats: attendeeIds.length })) {
      for (const attendeeId of attendeeIds) await addEnrolment(tx, row(attendeeId, null))
      return true
    }
    if (certain || session.waitlist_enabled === 0) return false
    const line = await joinLineWhereFull(tx, session.id, attendeeIds.length)
    if (line === undefined) continue
    for (const attendeeId of attendeeIds) await addEnrolment(tx, row(attendeeId, line))
    return true
  }
}

/** Returns the place of an enrolment; tells whether a place is free now. */
export async function disenrol(tx: Transaction, enrolment: EnrolmentRow, { now }: Moment): Promise<boolean> {
  if (!(await changeEnrolment(tx, enrolment, { to: 'cancelled', updated_at: now }))) return false
  if (enrolment.status === 'waitlisted') {
    await leaveLine(tx, enrolment.session_id, 1)
    return false
  }
  await noteEnrolment(tx, enrolment, 0)
  await freePlaces(tx, { id: enrolment.session_id, seats: 1 })
  return true
}

/**
 * Gives free places of a session to its waiting list, first come, first served. Runs in the transaction that freed the
 * places, which holds the event's row. Does nothing if the event or session is cancelled or over.
 */
export async function promoteSession(
  tx: Transaction,
  service: Events,
  { event, sessions }: Configuration,
  { sessionId, moment }: { sessionId: string; moment: Moment },
): Promise<void> {
  if (!isActive(event, moment.now) || !servesLine(sessions.get(sessionId), moment.now)) return
  const promoted: EnrolmentRow[] = []
  for (;;) {
    const first = await findFirstWaiting(tx, sessionId)
    if (first === undefined || !(await takePlaces(tx, { id: sessionId, seats: 1 }))) break
    if (await changeEnrolment(tx, first, { to: 'registered', updated_at: moment.now })) {
      await leaveLine(tx, sessionId, 1)
      await noteEnrolment(tx, first, 1)
      promoted.push(first)
    } else await freePlaces(tx, { id: sessionId, seats: 1 })
  }
  await tellPromoted(tx, service, promoted, moment)
}

/** Notifies once per registration, however many of its attendees got a place. */
async function tellPromoted(
  tx: Transaction,
  service: Events,
  promoted: readonly EnrolmentRow[],
  moment: Moment,
): Promise<void> {
  for (const id of new Set(promoted.map(({ registration_id }) => registration_id))) {
    const own = promoted.filter(({ registration_id }) => registration_id === id)
    await touchRegistration(tx, service, id, moment)
    for (const { attendee_id } of own) await touchAttendee(tx, attendee_id, moment)
    await noteHistory(tx, service, { row: { id }, action: 'session-promoted', actor: 'waiting-list' })
    const row = await findRegistration(tx, id)
    const session = own[0] && row && (await findSession(tx, row.organisation_id, own[0].session_id))
    if (row !== undefined && session !== undefined && (await wantsMail(tx, service, row)))
      await sendMail(tx, service, { row, kind: 'sessionPromoted', session: session.title })
  }
}

/** Whether people on a session's waiting list can still get a place. */
export function servesLine(
  session: Pick<ConfiguredSession, 'status' | 'ends_at'> | undefined,
  now: number,
): boolean {
  return session !== undefined && session.status !== 'cancelled' && now < session.ends_at
}

export function asChoosing(
  row: Pick<RegistrationRow, 'session_ids' | 'options'>,
  attendees: readonly Pick<AttendeeRow, 'id' | 'session_ids'>[],
): Choosing {
  return {
    sessionIds: JSON.parse(row.session_ids),
    options: JSON.parse(row.options),
    attendees: attendees.map(({ id, session_ids }) => ({ id, sessionIds: JSON.parse(session_ids) })),
  }
}
