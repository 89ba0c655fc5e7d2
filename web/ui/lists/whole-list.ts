import type { ListPage } from './pages.ts'

/** More than any list that a page needs as a whole: a choice of so many would be of no use. */
const MOST = 10_000

/** A list to its end, page after page: for what is looked up or chosen from, where a missing item would be taken for one that is gone. */
export async function readWhole<T>(ask: (cursor: string | undefined) => Promise<ListPage<T>>): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await ask(cursor)
    found.push(...items)
    cursor = next
  } while (cursor !== undefined && found.length < MOST)
  if (cursor !== undefined) throw new RangeError(`the list is longer than ${MOST}`)
  return found
}
