import type { Reader } from '../../kernel/database/database.ts'
import type { Events, WaitingMarks } from '../events.ts'
import type { RegistrationAnswer } from '../records/registration.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { countBetween, findNumber, findNumberAfter, listNumbers } from './position-store.ts'

type OnList = Pick<RegistrationRow, 'id' | 'event_id' | 'status' | 'line'>
type Counting = Pick<Events, 'waitingMarks' | 'clock'>

/** How far marks are apart. */
const STEP = 500
/** More are only counted while marks are being set. */
const MOST_COUNTED = 2 * STEP
/** People behind the first mark may be told for so long that somebody who has left is still ahead of them. */
const FRESH_MS = 2_000
/** Older marks are of no use, even while new ones are being set. */
const LONGEST_MS = 10_000
/** How many numbers, from the first to the last person of a page, are read to rank the others. */
const MOST_LISTED = 2_000
const FRONT = { line: 0, ahead: 0 }

/**
 * How many are on the waiting list before a number. To count a long list for each of its people would cost more the longer
 * it is. So the count starts at a mark, which is one of every 500 people, and may be two seconds old.
 */
export async function countAhead(
  db: Reader,
  service: Counting,
  { eventId, line }: { eventId: string; line: number },
): Promise<number> {
  const near = markBefore(line, findMarks(service, eventId, FRESH_MS))
  const some = await countBetween(db, eventId, { from: near.line, before: line, limit: MOST_COUNTED })
  if (some < MOST_COUNTED) return near.ahead + some
  const { line: from, ahead } = markBefore(line, await setMarks(db, service, { eventId, line }))
  return ahead + (await countBetween(db, eventId, { from, before: line, limit: Number.MAX_SAFE_INTEGER }))
}

function markBefore(line: number, set: WaitingMarks | undefined): WaitingMarks['marks'][number] {
  return set?.marks.findLast((mark) => mark.line <= line) ?? FRONT
}

/** Undefined if they are older than that. */
function findMarks({ waitingMarks, clock }: Counting, eventId: string, mostMs: number) {
  const known = waitingMarks.get(eventId)
  return known !== undefined && clock.monotonic() - known.setAt < mostMs ? known : undefined
}

/** One request at a time sets marks, up to its own number; others get those that are there. */
async function setMarks(
  db: Reader,
  service: Counting,
  { eventId, line }: { eventId: string; line: number },
): Promise<WaitingMarks | undefined> {
  const { waitingMarks, clock } = service
  const fresh = { marks: [], setAt: clock.monotonic(), isBeingSet: false }
  const shown = waitingMarks.get(eventId) ?? fresh
  if (shown.isBeingSet) return findMarks(service, eventId, LONGEST_MS)
  const next: WaitingMarks = findMarks(service, eventId, FRESH_MS) ?? fresh
  waitingMarks.set(eventId, shown)
  shown.isBeingSet = true
  try {
    for (;;) {
      const last = next.marks.at(-1) ?? FRONT
      const number = await findNumberAfter(db, eventId, { from: last.line, after: STEP })
      if (number === undefined || number > line) break
      next.marks.push({ line: number, ahead: last.ahead + STEP })
    }
    waitingMarks.set(eventId, next)
    return next
  } finally {
    shown.isBeingSet = false
  }
}

/** 1 is the first on the waiting list; null for a registration that is not on it. */
export async function readPosition(
  db: Reader,
  service: Counting,
  { status, line, event_id }: OnList,
): Promise<number | null> {
  if (status !== 'waitlisted' || line === null) return null
  return (await countAhead(db, service, { eventId: event_id, line })) + 1
}

/**
 * The positions of a page of registrations, by id. Where they are close together, the list is counted once for each event,
 * up to the first of them, and the others follow by rank.
 */
export async function readPositions(
  db: Reader,
  service: Counting,
  rows: readonly OnList[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = new Map<string, { id: string; line: number }[]>()
  for (const { id, event_id, status, line } of rows) {
    if (status !== 'waitlisted' || line === null) continue
    const others = waiting.get(event_id) ?? []
    others.push({ id, line })
    waiting.set(event_id, others)
  }
  const positions = new Map<string, number>()
  for (const [eventId, some] of waiting) {
    some.sort((a, b) => a.line - b.line)
    const [first, last] = [some[0]?.line ?? 0, some.at(-1)?.line ?? 0]
    if (last - first > MOST_LISTED) {
      // The last one first: it sets the marks that the others are counted from.
      for (const { id, line } of some.toReversed())
        positions.set(id, (await countAhead(db, service, { eventId, line })) + 1)
      continue
    }
    const ahead = await countAhead(db, service, { eventId, line: first })
    const numbers = first === last ? [] : await listNumbers(db, eventId, { from: first, to: last })
    let rank = 0
    for (const { id, line } of some) {
      // One that has left the list since the page was read is where it was.
      while ((numbers[rank] ?? line) < line) rank += 1
      positions.set(id, ahead + rank + 1)
    }
  }
  return positions
}

/** Adds the position of a new registration. */
export async function addPosition(db: Reader, service: Counting, made: RegistrationAnswer): Promise<void> {
  if (made.status !== 'waitlisted') return
  const line = await findNumber(db, made.id)
  const { eventId } = made
  made.waitlistPosition = line === undefined ? 1 : (await countAhead(db, service, { eventId, line })) + 1
}
