import type { TObject } from 'typebox'
import type { TextStream } from '../../../kernel/contract/operation.ts'
import type { Events } from '../../events.ts'
import type { PageQuery, Paging } from '../../lists/list-query.ts'
import { pageOf } from '../../lists/small-list.ts'
import { chooseType, streamPages } from './list-answer.ts'

type Request = { query: PageQuery; header(name: string): string | undefined }
type SmallList<A> = { name: string; items: A[]; schema: TObject }

/** Like `answerList`, for a list that is already in memory. */
export function answerSmallList<A extends { id: string }>(
  service: Events,
  { query, header }: Request,
  { name, items, schema }: SmallList<A>,
): { status: 200; body: { data: A[]; paging: Paging } | TextStream } {
  const type = chooseType(header('accept'))
  if (type === 'application/json') return { status: 200, body: pageOf(service, name, items, query) }
  const presentation = { schema, present: (rows: readonly A[]) => [...rows], withDeleted: false }
  return { status: 200, body: streamPages(type, inOnePage(items), presentation) }
}

async function* inOnePage<A>(items: A[]): AsyncGenerator<A[]> {
  if (items.length > 0) yield items
}
