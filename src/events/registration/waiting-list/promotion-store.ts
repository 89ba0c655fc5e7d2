import { byIds, type Ids, nameIds, readCalls, writeCalls } from '../../../kernel/database/by-ids.ts'
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
const SIZES = [1, 10, 50]

type Change = Touch & { status: RegistrationStatus; expires_at: number | null }

const promotions = byIds(SIZES, (idsIn) =>
  statement((db, p: Change & Ids) =>
    db
      .updateTable('events_registrations')
      .set({ status: p.status, line: null, needs: '', expires_at: p.expires_at, ...touched(p) })
      .where('id', 'in', idsIn(p))
      .where('status', '=', 'waitlisted')
      .returningAll(),
  ),
)

type Marked = Touch & { status: AttendeeStatus }

const marks = byIds(SIZES, (idsIn) =>
  statement((db, p: Marked & Ids) =>
    db
      .updateTable('events_attendees')
      .set({ status: p.status, ...touched(p) })
      .where('registration_id', 'in', idsIn(p)),
  ),
)

const arrivals = byIds(SIZES, (idsIn) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_attendance')
      .select('attendee_id')
      .where('attendee_id', 'in', idsIn(p))
      .where('expected', '=', 0),
  ),
)

type Noted = Pick<HistoryRow, 'at' | 'action' | 'actor'> & Record<`own${number}`, string>

const notes = new Map(
  SIZES.map((size) => [
    size,
    statement((db, p: Ids & Noted) =>
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
  ]),
)

/** Takes registrations off the waiting list; returns them as they are then, in any order. */
export function promoteRows(
  tx: Transaction,
  ids: readonly string[],
  change: Change,
): Promise<RegistrationRow[]> {
  return readCalls(tx, promotions(ids, change))
}

/** Changes the status of all attendees of some registrations. */
export async function markAttendeesOf(
  tx: Transaction,
  registrationIds: readonly string[],
  marked: Marked,
): Promise<void> {
  await writeCalls(tx, marks(registrationIds, marked))
}

/** Which of these attendees were let in somewhere without a place. */
export async function findUnexpected(
  tx: Transaction,
  attendeeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readCalls(tx, arrivals(attendeeIds, {}))
  return new Set(rows.map(({ attendee_id }) => attendee_id))
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
    const listed = nameIds(part.map(({ registration_id }) => registration_id))
    await tx.run(notesOf(size), { ...listed, ...owned, ...noted })
    start += size
  }
}

function notesOf(size: number) {
  const found = notes.get(size)
  if (found === undefined) throw new Error('there is no statement for so many rows')
  return found
}
