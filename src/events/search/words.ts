import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { findIdsByWords } from '../text-store.ts'
import { findRegistrationsOf } from './search-store.ts'

export type Words = {
  /** In the query syntax of the engine. */
  readonly query: string
  readonly beginnings: readonly string[]
  /** True if the words belong to the record's attendees. */
  readonly ofAttendees: boolean
}

const AT_ONCE = 500

/** The records that have all the words; undefined if there are more than the limit. */
export async function findByWords(
  db: Reader,
  words: Words,
  limit: number,
): Promise<ReadonlySet<string> | undefined> {
  const owners = await findIdsByWords(db, words, limit)
  if (owners.length > limit) return undefined
  if (!words.ofAttendees) return new Set(owners)
  const found = new Set<string>()
  for (let start = 0; start < owners.length; start += AT_ONCE) {
    for (const id of await findRegistrationsOf(db, owners.slice(start, start + AT_ONCE))) found.add(id)
    await letOthersRun()
  }
  return found
}
