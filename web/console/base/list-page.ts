import type { ListPage } from '../../ui/lists/pages.ts'

type Body<T> = { data: readonly T[]; paging: { nextCursor: string | null } }
/** Lists can also be answered as a stream or text, which no page requests. */
type ItemOf<B> = B extends Body<infer T> ? Exclude<T, { deleted: true }> : never

/** A page of a list of the registration API, without deleted records. */
export async function listPage<B>(answer: Promise<{ body: B }>): Promise<ListPage<ItemOf<B>>> {
  const { data, paging } = (await answer).body as Body<ItemOf<B>>
  const isThere = (item: ItemOf<B>) => !(typeof item === 'object' && item !== null && 'deleted' in item)
  return { body: { data: data.filter(isThere), nextCursor: paging.nextCursor } }
}
