import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { amongRegistrations } from '../search/registrations.ts'
import { searchIds } from '../search/search.ts'
import type { Searched } from '../views/view-schema.ts'

const AT_ONCE = 10_000
const BUDGET_MS = 120_000

/** A search without an order. */
export type Looked = Pick<Searched, 'filter' | 'q'>
type Matching = {
  readonly configuration: Configuration
  readonly search: Looked
  readonly after: string | undefined
}

/** The ids of all registrations that a search finds after `after`, ordered by id, some at a time. */
export async function* listMatching(
  service: Events,
  { configuration, search, after }: Matching,
): AsyncGenerator<string[]> {
  const searched = amongRegistrations(configuration)
  const input = {
    ...(search.filter === undefined ? {} : { filter: search.filter }),
    ...(search.q === undefined ? {} : { q: search.q }),
  }
  let last = after
  for (;;) {
    const limits = { size: AT_ONCE, budgetMs: BUDGET_MS, ...(last === undefined ? {} : { after: last }) }
    const { ids, more } = await searchIds(service, { input, searched }, limits)
    if (ids.length > 0) yield ids
    if (!more) return
    last = ids.at(-1)
  }
}

export async function countMatching(service: Events, matching: Matching): Promise<number> {
  let count = 0
  for await (const ids of listMatching(service, matching)) count += ids.length
  return count
}
