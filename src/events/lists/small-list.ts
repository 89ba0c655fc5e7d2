import { decodeCursor, encodeCursor } from '../../kernel/contract/cursor.ts'
import type { Events } from '../events.ts'
import { badParameter, inQuery } from './bad-parameter.ts'
import type { PageQuery, Paging } from './list-query.ts'

const USUAL_SIZE = 100

/** A page of a list that is already in memory. The name is part of its cursors: a cursor of another list is refused. */
export function pageOf<A>(
  { vault }: Events,
  name: string,
  items: readonly A[],
  { pageSize = USUAL_SIZE, cursor, page, count }: PageQuery,
): { data: A[]; paging: Paging } {
  if (cursor !== undefined && page !== undefined)
    throw badParameter('page', 'cannot stand beside cursor: keep one of them')
  const start =
    cursor === undefined
      ? ((page ?? 1) - 1) * pageSize
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
