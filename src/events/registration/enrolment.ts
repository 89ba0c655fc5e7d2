import type { Transaction } from '../../kernel/database/database.ts'
import { noteEnrolment } from '../attendance/attendance-end.ts'
import type { Configuration, ConfiguredSession } from '../configured.ts'
import { freePlaces, joinWaitingListWhereFull, leaveWaitingList } from '../places/place-store.ts'
import { takePlaces } from '../places/taking.ts'
import type { AttendeeRow, EnrolmentRow, RegistrationRow } from '../records/tables.ts'
import type { Moment } from '../tracking.ts'
import { addEnrolment, changeEnrolment } from './enrolment-store.ts'
import { optionSessions } from './registration-plan.ts'

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
  attending: Attending,
  { registration, moment }: Enrolling,
): Promise<boolean> {
  const { session, attendeeIds, certain } = attending
  const row = (attendeeId: string, line: number | null) =>
    enrolmentRow({ registration, moment }, { attending, attendeeId, line })
  for (;;) {
    if (await takePlaces(tx, { id: session.id, seats: attendeeIds.length })) {
      for (const attendeeId of attendeeIds) await addEnrolment(tx, row(attendeeId, null))
      return true
    }
    if (certain || session.waitlist_enabled === 0) return false
    const line = await joinWaitingListWhereFull(tx, session.id, attendeeIds.length)
    if (line === undefined) continue
    for (const attendeeId of attendeeIds) await addEnrolment(tx, row(attendeeId, line))
    return true
  }
}

/** `line` is the number on the session's waiting list; null means that the attendee has a place. */
export function enrolmentRow(
  { registration, moment }: Enrolling,
  { attending, attendeeId, line }: { attending: Attending; attendeeId: string; line: number | null },
): EnrolmentRow {
  return {
    session_id: attending.session.id,
    attendee_id: attendeeId,
    registration_id: registration.id,
    event_id: registration.event_id,
    status: line === null ? 'registered' : 'waitlisted',
    line,
    created_at: moment.now,
    updated_at: moment.now,
  }
}

/** Returns the place of an enrolment; tells whether a place is free now. */
export async function disenrol(tx: Transaction, enrolment: EnrolmentRow, { now }: Moment): Promise<boolean> {
  if (!(await changeEnrolment(tx, enrolment, { to: 'cancelled', updated_at: now }))) return false
  if (enrolment.status === 'waitlisted') {
    await leaveWaitingList(tx, enrolment.session_id, 1)
    return false
  }
  await noteEnrolment(tx, enrolment, 0)
  await freePlaces(tx, { id: enrolment.session_id, seats: 1 })
  return true
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
