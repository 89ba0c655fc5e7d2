import type { Transaction } from '../../../kernel/database/database.ts'
import { statementsOf } from '../../../kernel/database/statement.ts'
import { type Touch, touched } from '../../change-store.ts'
import type {
  AttendeeStatus,
  EventsTables,
  HistoryRow,
  RegistrationRow,
  RegistrationStatus,
} from '../../records/tables.ts'

const statement = statementsOf<EventsTables>()

/** A statement is prepared for each of these numbers of rows. */
const SIZES = [1, 10, 50] as const
const LARGEST = 50

type Listed = Record<`id${number}`, string>
type Change = Touch & { status: RegistrationStatus; expires_at: number | null }

function idsOf(p: Listed, size: number): string[] {
  return Array.from({ length: size }, (_none, at) => p[`id${at}`] as string)
}

const promotions = SIZES.map((size) =>
  statement((db, p: Listed & Change) =>
    db
      .updateTable('events_registrations')
      .set({ status: p.status, line: null, needs: '', expires_at: p.expires_at, ...touched(p) })
      .where('id', 'in', idsOf(p, size))
      .where('status', '=', 'waitlisted')
      .returningAll(),
  ),
)

type Marked = Touch & { status: AttendeeStatus }

const marks = SIZES.map((size) =>
  statement((db, p: Listed & Marked) =>
    db
      .updateTable('events_attendees')
      .set({ status: p.status, ...touched(p) })
      .where('registration_id', 'in', idsOf(p, size)),
  ),
)

const arrivals = SIZES.map((size) =>
  statement((db, p: Listed) =>
    db
      .selectFrom('events_attendance')
      .select('attendee_id')
      .where('attendee_id', 'in', idsOf(p, size))
      .where('expected', '=', 0),
  ),
)

type Noted = Pick<HistoryRow, 'at' | 'action' | 'actor'> & Record<`own${number}`, string>

const notes = SIZES.map((size) =>
  statement((db, p: Listed & Noted) =>
    db.insertInto('events_history').values(
      Array.from({ length: size }, (_none, index) => ({
        id: p[`own${index}`] as string,
        registration_id: p[`id${index}`] as string,
        at: p.at,
        action: p.action,
        actor: p.actor,
      })),
    ),
  ),
)

/** Takes registrations off the waiting list; returns them as they are then, in any order. */
export async function promoteRows(
  tx: Transaction,
  ids: readonly string[],
  change: Change,
): Promise<RegistrationRow[]> {
  const rows: RegistrationRow[] = []
  for (const { size, listed } of filled(ids))
    rows.push(...(await tx.all(at(promotions, size), { ...listed, ...change })))
  return rows
}

/** Changes the status of all attendees of some registrations. */
export async function markAttendeesOf(
  tx: Transaction,
  registrationIds: readonly string[],
  marked: Marked,
): Promise<void> {
  for (const { size, listed } of filled(registrationIds))
    await tx.run(at(marks, size), { ...listed, ...marked })
}

/** Which of these attendees were let in somewhere without a place. */
export async function findUnexpected(
  tx: Transaction,
  attendeeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { size, listed } of filled(attendeeIds))
    for (const { attendee_id } of await tx.all(at(arrivals, size), listed)) found.add(attendee_id)
  return found
}

/** Adds the same entry to the history of several registrations; the entries have ids of their own. */
export async function addHistories(
  tx: Transaction,
  entries: readonly Pick<HistoryRow, 'id' | 'registration_id'>[],
  noted: Pick<HistoryRow, 'at' | 'action' | 'actor'>,
): Promise<void> {
  for (let start = 0; start < entries.length; ) {
    const size = SIZES.findLast((some) => some <= entries.length - start) ?? 1
    const part = entries.slice(start, start + size)
    const owned = Object.fromEntries(part.map(({ id }, index) => [`own${index}`, id]))
    const listed = list(part.map(({ registration_id }) => registration_id))
    await tx.run(at(notes, size), { ...listed, ...owned, ...noted })
    start += size
  }
}

/** Parts for which there are statements. A part that is too short names its last id several times. */
function* filled(ids: readonly string[]): Generator<{ size: number; listed: Listed }> {
  for (let start = 0; start < ids.length; start += LARGEST) {
    const part = ids.slice(start, start + LARGEST)
    const size = SIZES.find((some) => some >= part.length) ?? LARGEST
    const last = part.at(-1) ?? ''
    yield { size, listed: list(Array.from({ length: size }, (_none, index) => part[index] ?? last)) }
  }
}

function list(ids: readonly string[]): Listed {
  return Object.fromEntries(ids.map((id, index) => [`id${index}`, id]))
}

function at<S>(statements: readonly S[], size: number): S {
  const found = statements[SIZES.indexOf(size as (typeof SIZES)[number])]
  if (found === undefined) throw new Error('there is no statement for so many rows')
  return found
}
