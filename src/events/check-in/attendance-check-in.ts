import { Fault } from '../../kernel/base/fault.ts'
import type { Problem } from '../../kernel/contract/problem.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { getTime } from '../../kernel/text/times.ts'
import { markPresence, type ScanRefusal, scanAttendee } from '../attendance/attendance.ts'
import type { Door } from '../attendance/attendance-door.ts'
import { RaceLost } from '../attendance/attendance-race.ts'
import { absenceAnswer, attendanceAnswer, attendanceId, placeIdOf } from '../attendance/attendance-record.ts'
import type { Scan } from '../attendance/attendance-scan.ts'
import { addNonce, findAttendance, findNonce } from '../attendance/attendance-store.ts'
import { checkExpiry, type Ticket } from '../attendance/ticket.ts'
import { getAttendee } from '../attendee/attendee.ts'
import { holdAttendee } from '../attendee/attendee-store.ts'
import type { Events } from '../events.ts'
import { holdEvent } from '../places/place-store.ts'
import { found, problem } from '../problems.ts'
import type { AttendanceAnswer, CheckInInput } from '../records/attendance.ts'
import type { AttendanceRow, AttendeeRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { getRegistration } from '../registration/registration.ts'
import { listAttendeesOf } from '../registration/registration-store.ts'
import { touchRegistration } from '../registration/touch-registration.ts'
import type { Moment } from '../tracking.ts'

const FUTURE_MS = 5 * 60_000

type CheckIn = {
  readonly door: Door
  readonly input: CheckInInput
  /** The content of the ticket in the input; verified before the transaction. */
  readonly ticket: Ticket | Fault | undefined
  readonly moment: Moment
}

type CheckedIn = { status: 200 | 201; record: AttendanceAnswer }

/**
 * Processes one scan. Scanning a registration applies to all its attendees who can be checked in; the primary
 * attendee's record is the answer. Transactions of one door queue at its counter, so one of many simultaneous scans
 * wins. A refusal is returned, not thrown, so that the transaction commits the time of the scan.
 */
export async function checkIn(
  tx: Transaction,
  service: Events,
  checking: CheckIn,
): Promise<CheckedIn | Problem> {
  const { door, input, moment } = checking
  const scan = scanOf(input, moment.now)
  const people = await takePeople(tx, checking, scan)
  const first = found(people[0])
  const known = await findByNonce(tx, checking, first)
  if (known !== undefined) return { status: 200, record: known }
  const byTicket = input.method === undefined && input.ticket !== undefined
  const notes = byTicket ? { ...input, method: 'scan' as const } : input
  const made: AttendanceRow[] = []
  const refusals: ScanRefusal[] = []
  for (const attendee of people) {
    const outcome = await scanAttendee(tx, service, { door, attendee, scan, notes, moment })
    if (typeof outcome === 'string') refusals.push(outcome)
    else made.push(outcome)
  }
  if (made.length === 0) return problem(refusals[0] ?? 'not-expected')
  // Only the event's own attendance is part of the attendee's record, not that of a session.
  if (door.session === undefined) await touchRegistration(tx, service, first.registration_id, moment)
  for (const row of made) await markPresence(tx, row, moment)
  await keepNonce(tx, checking, attendanceId(first.id, door.sessionId))
  const arrived = made.filter(({ status }) => status === 'checked-in').length
  if (arrived > 0) tx.afterCommit(() => service.count('check-ins', door.event.organisation_id, arrived))
  return { status: 201, record: await readRecord(tx, door, first) }
}

function scanOf({ at, status = 'checked-in', force = false }: CheckInInput, now: number): Scan {
  if (at === undefined) return { to: status, at: now, late: false, force }
  const time = getTime(at, '/at')
  if (time > now + FUTURE_MS) throw wrong('/at', 'future', 'lies in the future: set the clock of the scanner')
  return { to: status, at: time, late: true, force }
}

/**
 * Locks the attendees until the transaction ends, in the same order as a change of a registration: the event's counter
 * first, then the attendees. A session's door does not lock the event's counter, so that it does not delay sales.
 */
async function takePeople(tx: Transaction, checking: CheckIn, scan: Scan): Promise<AttendeeRow[]> {
  const { session, eventId, sessionId } = checking.door
  if (session === undefined) await holdEvent(tx, eventId)
  const people = await findPeople(tx, checking, scan)
  if (session === undefined) return people
  const held: AttendeeRow[] = []
  for (const { id } of people) held.push(...(await holdAttendee(tx, id)))
  await holdEvent(tx, sessionId)
  return held
}

const naming = ['attendeeId', 'registrationId', 'ticket'] as const

/** The primary attendee comes first. An attendee of another event counts as not found. */
async function findPeople(
  tx: Transaction,
  { door, input, ticket }: CheckIn,
  { at }: Scan,
): Promise<AttendeeRow[]> {
  const [given, second] = naming.filter((name) => input[name] !== undefined)
  if (given === undefined) throw wrong('/attendeeId', 'required', 'is required, or registrationId, or ticket')
  if (second !== undefined) throw wrong(`/${second}`, 'surplus', `cannot stand beside ${given}`)
  const { eventId, event } = door
  if (input.registrationId !== undefined) {
    const named = { organisationId: event.organisation_id, registrationId: input.registrationId, eventId }
    const registration = await getRegistration(tx, named)
    return (await listAttendeesOf(tx, registration.id)).filter(({ deleted_at }) => deleted_at === null)
  }
  if (ticket instanceof Fault) throw ticket
  if (ticket !== undefined && ticket.eventId !== eventId) throw problem('not-found')
  if (ticket !== undefined) checkExpiry(event, at)
  const attendeeId = ticket?.attendeeId ?? input.attendeeId ?? ''
  const attendee = await getAttendee({ database: tx }, event.organisation_id, { attendeeId, eventId })
  if (ticket !== undefined && ticket.generation !== attendee.ticket_generation)
    throw wrong('/ticket', 'replaced', 'was replaced by another one: ask for the new ticket')
  return [attendee]
}

function nonceOf({ door, input }: CheckIn) {
  return input.nonce === undefined
    ? undefined
    : { organisation_id: door.event.organisation_id, subject: placeIdOf(door), nonce: input.nonce }
}

async function findByNonce(
  tx: Transaction,
  checking: CheckIn,
  first: AttendeeRow,
): Promise<AttendanceAnswer | undefined> {
  const nonce = nonceOf(checking)
  const id = nonce === undefined ? undefined : await findNonce(tx, nonce)
  if (id === undefined) return undefined
  if (id !== attendanceId(first.id, checking.door.sessionId))
    throw wrong('/nonce', 'used', 'was used for somebody else: use a new one for each scan')
  return readRecord(tx, checking.door, first)
}

async function keepNonce(tx: Transaction, checking: CheckIn, id: string): Promise<void> {
  const nonce = nonceOf(checking)
  if (nonce === undefined) return
  const kept = await addNonce(tx, { ...nonce, attendance_id: id, created_at: checking.moment.now })
  if (!kept) throw new RaceLost()
}

async function readRecord(tx: Transaction, door: Door, attendee: AttendeeRow): Promise<AttendanceAnswer> {
  const row = await findAttendance(tx, attendanceId(attendee.id, door.sessionId))
  const absent = { attendee_id: attendee.id, registration_id: attendee.registration_id }
  return row === undefined ? absenceAnswer(door, absent, false) : attendanceAnswer(row)
}
