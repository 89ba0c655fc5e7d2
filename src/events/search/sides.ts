import type { Reader } from '../../kernel/database/database.ts'
import { hasWords, readWordsOf } from '../text-store.ts'
import type { SearchRow } from './fields/field.ts'
import type { FilterNode } from './filter.ts'
import { fieldsOf } from './match.ts'
import { readAttendeesOf } from './search-store.ts'
import type { Words } from './words.ts'

type Sides = {
  /** `found` is true if the record has the words, or if the search has none. */
  of(row: SearchRow): { attendees: readonly SearchRow[]; found: boolean }
}

/** Related rows of records; read only if the search uses them. */
export async function readSides(
  db: Reader,
  rows: readonly SearchRow[],
  { filter, words }: { filter: FilterNode | undefined; words: Words | undefined },
): Promise<Sides> {
  const asked = (filter === undefined ? [] : fieldsOf(filter)).filter(({ ofAttendees }) => ofAttendees)
  const ids = rows.map((row) => String(row.id))
  const wanted = asked.length > 0 || words?.ofAttendees === true
  const columns = asked.flatMap((field) => field.columns)
  const attendees = wanted ? await readAttendeesOf(db, ids, columns) : []
  const byRegistration = groupByRegistration(attendees)
  const owners = words?.ofAttendees === true ? attendees.map((row) => String(row.id)) : ids
  const stored = words === undefined ? new Map<string, string>() : await readWordsOf(db, owners)
  const isFound = (id: string) => words === undefined || hasWords(words.beginnings, stored.get(id) ?? '')
  return {
    of(row) {
      const id = String(row.id)
      const own = byRegistration.get(id) ?? []
      const found = words?.ofAttendees === true ? own.some((one) => isFound(String(one.id))) : isFound(id)
      return { attendees: own, found }
    },
  }
}

function groupByRegistration(attendees: readonly SearchRow[]): Map<string, SearchRow[]> {
  const groups = new Map<string, SearchRow[]>()
  for (const attendee of attendees) {
    const id = String(attendee.registration_id)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [attendee])
    else group.push(attendee)
  }
  return groups
}
