import { badParameter } from './bad-parameter.ts'
import type { PageQuery } from './list-query.ts'

export const USUAL_SIZE = 100
const FARTHEST_ROW = 10_000

/** How many rows a page number skips. */
export function offsetOf(query: PageQuery, size: number): number {
  checkPage(query)
  const { page = 1 } = query
  if (page * size > FARTHEST_ROW)
    throw badParameter('page', `reaches the first ${FARTHEST_ROW} rows only: follow nextCursor`)
  return (page - 1) * size
}

export function checkPage({ page, cursor }: PageQuery): void {
  if (page !== undefined && cursor !== undefined)
    throw badParameter('page', 'cannot stand beside cursor: keep one of them')
}

type Page<R> = {
  /** In the order of the list. */
  readonly rows: readonly R[]
  /** Whether more rows follow in the direction of reading. */
  readonly more: boolean
  readonly backward: boolean
  /** Whether reading started at the beginning of the list. */
  readonly isFirst: boolean
  cursorAt(row: R, backward: 0 | 1): string
}

/** The cursors of a page that was found by keyset. */
export function cursorsOf<R extends object>({ rows, more, backward, isFirst, cursorAt }: Page<R>) {
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNext = backward || more
  const hasPrevious = backward ? more : !isFirst
  return {
    nextCursor: hasNext && last !== undefined ? cursorAt(last, 0) : null,
    prevCursor: hasPrevious && first !== undefined ? cursorAt(first, 1) : null,
  }
}
