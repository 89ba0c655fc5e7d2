import type { ListPage } from '../../ui/lists/pages.ts'

type Body<T> = { data: readonly T[]; paging: { nextCursor: string | null } }
/** A list may be answered as a stream or as text, too; no page asks for that. */
type ItemOf<B> = B extends Body<infer T> ? Exclude<T, { deleted: true }> : never

/** What a list of the registration API answers, without the marks of what was deleted. */
export function listPage<B>(body: B): ListPage<ItemOf<B>> {
  const { data, paging } = body as Body<ItemOf<B>>
  const isThere = (item: ItemOf<B>) => !(typeof item === 'object' && item !== null && 'deleted' in item)
  return { items: data.filter(isThere), next: paging.nextCursor ?? undefined }
}
