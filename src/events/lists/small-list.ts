import { decodeCursor, encodeCursor } from '../../kernel/contract/cursor.ts'
import type { Events } from '../events.ts'
import { inQuery } from './bad-parameter.ts'
import type { PageQuery, Paging } from './list-query.ts'

const USUAL_SIZE = 100

/** A page of a list that is already in memory, such as the parts of an event. */
export function pageOf<A>(
  { vault }: Events,
  name: string,
  items: readonly A[],
  { pageSize = USUAL_SIZE, cursor, page = 1, count }: PageQuery,
): { data: A[]; paging: Paging } {
  const start =
    cursor === undefined
      ? (page - 1) * pageSize
      : Number(inQuery('cursor', () => decodeCursor(vault, name, cursor))[0])
  const cursorAt = (index: number) => encodeCursor(vault, name, [index])
  return {
    data: items.slice(start, start + pageSize),
    paging: {
      pageSize,
      ...(count === true ? { totalCount: items.length } : {}),
      nextCursor: start + pageSize < items.length ? cursorAt(start + pageSize) : null,
      prevCursor: start > 0 ? cursorAt(Math.max(0, start - pageSize)) : null,
    },
  }
}
