import type { Transaction } from '../../kernel/database/database.ts'
import type { Events } from '../events.ts'
import { countAttendance } from '../places/place-store.ts'
import type { CheckInInput } from '../records/attendance.ts'
import type { AttendanceRow, AttendeeRow } from '../records/tables.ts'
import type { Moment } from '../tracking.ts'
import { type Door, isExpected, usualMode } from './attendance-door.ts'
import { RaceLost } from './attendance-race.ts'
import { attendanceAnswer, attendanceId, placeIdOf } from './attendance-record.ts'
import { countsBetween, decidedAt, isLast, judgeScan, type Scan } from './attendance-scan.ts'
import {
  addAttendance,
  findAttendance,
  markAttendance,
  removeAttendance,
  replaceAttendance,
} from './attendance-store.ts'

/** The details of a scan other than the attendee and the time. */
type ScanNotes = Pick<CheckInInput, 'mode' | 'method' | 'device' | 'gate' | 'nonce'>

type Scanning = {
  readonly door: Door
  readonly attendee: AttendeeRow
  readonly scan: Scan
  readonly notes: ScanNotes
  readonly moment: Moment
}

export type ScanRefusal = 'not-expected' | 'already-checked-in' | 'not-checked-in'

/** Creates or changes one attendance record with its counter and its webhook. A refused scan changes nothing visible. */
export async function scanAttendee(
  tx: Transaction,
  service: Events,
  scanning: Scanning,
): Promise<AttendanceRow | ScanRefusal> {
  const { door, attendee, scan } = scanning
  const known = await findAttendance(tx, attendanceId(attendee.id, door.sessionId))
  const expected = await isExpected(tx, door, attendee)
  if (scan.to === 'checked-in' && !scan.force && !expected) return 'not-expected'
  const judged = judgeScan(known, scan)
  if (typeof judged === 'string') return judged
  const { presence, refusal } = judged
  if (refusal !== undefined) {
    if (known !== undefined) await keepTime(tx, known, presence.decided_at)
    return refusal
  }
  const row = { ...(await rowOf(tx, scanning, known)), ...presence, expected: Number(expected) }
  const stored =
    known === undefined ? await addAttendance(tx, row) : await replaceAttendance(tx, row, known.version)
  if (!stored) throw new RaceLost()
  await countAttendance(tx, { id: placeIdOf(door), ...countsBetween(known, row) })
  if (known?.status !== row.status)
    await service.webhooks.publish(tx, {
      type: `attendance.${row.status}`,
      subject: row.organisation_id,
      data: attendanceAnswer(row),
    })
  return row
}

/** For a refused scan that was taken last: an older scan that arrives afterwards must not win. */
async function keepTime(tx: Transaction, known: AttendanceRow, decidedAt: number | null): Promise<void> {
  if (known.decided_at === decidedAt) return
  const row = { ...known, decided_at: decidedAt, version: known.version + 1 }
  if (!(await replaceAttendance(tx, row, known.version))) throw new RaceLost()
}

async function rowOf(
  tx: Transaction,
  { door, attendee, scan, notes: given, moment }: Scanning,
  known: AttendanceRow | undefined,
): Promise<Omit<AttendanceRow, 'status' | 'expected' | 'checked_in_at' | 'checked_out_at' | 'decided_at'>> {
  // The place and method of the last sighting come from the scan that decides the status.
  const notes: ScanNotes = known === undefined || isLast(scan, decidedAt(known)) ? given : {}
  return {
    id: attendanceId(attendee.id, door.sessionId),
    organisation_id: attendee.organisation_id,
    event_id: door.eventId,
    session_id: door.sessionId,
    attendee_id: attendee.id,
    registration_id: attendee.registration_id,
    mode: notes.mode ?? known?.mode ?? (await usualMode(tx, door, attendee)),
    method: notes.method ?? known?.method ?? 'manual',
    device: notes.device ?? known?.device ?? null,
    gate: notes.gate ?? known?.gate ?? null,
    nonce: notes.nonce ?? known?.nonce ?? null,
    version: (known?.version ?? 0) + 1,
    updated_at: moment.now,
  }
}

/** Removes an attendance record, as if the attendee had never come. */
export async function undoAttendance(tx: Transaction, door: Door, attendee: AttendeeRow): Promise<void> {
  const known = await findAttendance(tx, attendanceId(attendee.id, door.sessionId))
  if (known === undefined) return
  if (!(await removeAttendance(tx, known.id, known.version))) throw new RaceLost()
  await countAttendance(tx, { id: placeIdOf(door), ...countsBetween(known, undefined) })
}

/** The columns of an attendee that mirror the event's attendance. */
export function presenceColumns(row: AttendanceRow | undefined) {
  return {
    checked_in: Number(row?.status === 'checked-in'),
    checked_in_at: row?.checked_in_at ?? null,
    checked_out_at: row?.checked_out_at ?? null,
  }
}

/** Changes the attendee's row too, so that clients that sync attendees see it. */
export async function markPresence(
  tx: Transaction,
  row: AttendanceRow,
  { now, change }: Moment,
): Promise<void> {
  if (row.session_id !== '') return
  await markAttendance(tx, { id: row.attendee_id, ...presenceColumns(row), change, updated_at: now })
}
