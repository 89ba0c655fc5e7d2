import type { Reader } from '../../kernel/database/database.ts'
import type { RegistrationAnswer } from '../records/registration.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { countAhead, countUpTo, listNumbers } from './position-store.ts'

type OnList = Pick<RegistrationRow, 'id' | 'event_id' | 'status' | 'line'>

/** 1 is the first on the waiting list; null for a registration that is not on it. */
export async function readPosition(db: Reader, { status, line, event_id }: OnList): Promise<number | null> {
  if (status !== 'waitlisted' || line === null) return null
  return (await countAhead(db, event_id, line)) + 1
}

/**
 * The positions of a page of registrations, by id. The list is counted once for each event, up to the first of them;
 * the others follow by rank.
 */
export async function readPositions(
  db: Reader,
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
    const ahead = await countAhead(db, eventId, first)
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

/** Adds the position of a new registration. The count takes longer with the list, so it should not hold up a write. */
export async function addPosition(db: Reader, made: RegistrationAnswer): Promise<void> {
  if (made.status !== 'waitlisted') return
  made.waitlistPosition = Math.max(1, await countUpTo(db, made.eventId, made.id))
}
