import type { Reader } from '../../kernel/database/database.ts'
import { readPage } from '../lists/list-store.ts'
import type { PlaceRow } from '../records/tables.ts'
import { findPlace } from './place-store.ts'

type PlaceCounts = {
  readonly capacity: number | null
  readonly taken: number
  /** Does not include places held only by an offer. */
  readonly registered: number
  readonly waiting: number
  readonly remaining: number | null
  readonly checkedIn: number
  readonly checkedOut: number
  /** Those who came without being expected. */
  readonly walkIns: number
}

const AT_ONCE = 500

/** The counters with these ids. */
export async function readPlacesOf(db: Reader, ids: readonly string[]): Promise<Map<string, PlaceCounts>> {
  const counts = new Map<string, PlaceCounts>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const rows = await readPage<PlaceRow>(db, {
      table: 'events_places',
      filters: [{ column: 'id', op: 'in', value: ids.slice(start, start + AT_ONCE) }],
      order: ['id'],
      limit: AT_ONCE,
    })
    for (const row of rows) counts.set(row.id, countsOf(row))
  }
  return counts
}

/** How many places there are; null means no limit. */
export async function readCapacity(db: Reader, id: string): Promise<number | null> {
  return (await findPlace(db, id))?.capacity ?? null
}

/** If the capacity was lowered below the number sold, 0 places remain. */
function countsOf(row: PlaceRow): PlaceCounts {
  return {
    capacity: row.capacity,
    taken: row.taken,
    registered: row.taken - row.held,
    waiting: row.waiting,
    remaining: row.capacity === null ? null : Math.max(0, row.capacity - row.taken),
    checkedIn: row.checked_in,
    checkedOut: row.checked_out,
    walkIns: row.walk_ins,
  }
}
