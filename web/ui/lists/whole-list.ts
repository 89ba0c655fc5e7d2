import type { ListPage } from './pages.ts'

/** More than any list that a page needs as a whole: nobody could choose from so many. */
const MOST = 10_000

/** Reads a list to its end, page by page: for lists to choose or look up from, where a missing item would look deleted. */
export async function readWhole<T>(ask: (cursor: string | undefined) => Promise<ListPage<T>>): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const { body } = await ask(cursor)
    found.push(...body.data)
    cursor = body.nextCursor ?? undefined
  } while (cursor !== undefined && found.length < MOST)
  if (cursor !== undefined) throw new RangeError(`the list is longer than ${MOST}`)
  return found
}
