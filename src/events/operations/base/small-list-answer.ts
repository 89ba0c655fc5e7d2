import type { TObject } from 'typebox'
import { decodeCursor, encodeCursor } from '../../../kernel/contract/cursor.ts'
import type { TextStream } from '../../../kernel/contract/operation.ts'
import type { Events } from '../../events.ts'
import { inQuery } from '../../lists/bad-parameter.ts'
import type { PageQuery, Paging } from '../../lists/list-query.ts'
import { checkPage, USUAL_SIZE } from '../../lists/paging.ts'
import { chooseType, streamPages } from './list-answer.ts'

type Request = { query: PageQuery; header(name: string): string | undefined }
/** The name is part of its cursors: a cursor of another list is refused. */
type SmallList<A> = { name: string; items: A[]; schema: TObject }

/** Like `answerList`, for a list that is already in memory. */
export function answerSmallList<A extends { id: string }>(
  service: Events,
  { query, header }: Request,
  list: SmallList<A>,
): { status: 200; body: { data: A[]; paging: Paging } | TextStream } {
  const { items, schema } = list
  const type = chooseType(header('accept'))
  if (type === 'application/json') return { status: 200, body: pageOf(service, list, query) }
  const presentation = { schema, present: (rows: readonly A[]) => [...rows], withDeleted: false }
  return { status: 200, body: streamPages(type, inOnePage(items), presentation) }
}

function pageOf<A>({ vault }: Events, { name, items }: SmallList<A>, query: PageQuery) {
  checkPage(query)
  const { pageSize = USUAL_SIZE, cursor, page = 1, count } = query
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

async function* inOnePage<A>(items: A[]): AsyncGenerator<A[]> {
  if (items.length > 0) yield items
}
