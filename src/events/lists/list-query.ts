import * as Type from 'typebox'
import { count, text, tombstone } from '../records/values.ts'

/** The most records with certain words that are counted: they have to be looked at one by one. */
export const MOST_COUNTED = 10_000

/** Query parameters of every list. */
export const pageQuery = {
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: '100 where it is left out.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 4_096, description: '`nextCursor` or `prevCursor` of a page.' }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Instead of `cursor`, for the first 10,000 rows.',
    }),
  ),
  count: Type.Optional(
    Type.Boolean({
      description:
        'Adds `totalCount`. Where no counter has it, the rows are counted: ask with the first page only. With `q`, counting ends at 10,000: there are as many, or more.',
    }),
  ),
}

/** Query parameters of lists that clients can sync. */
export const syncQuery = {
  ...pageQuery,
  updatedSince: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'A time with an offset (RFC 3339, inclusive), or the X-Sync-Token of the last page.',
    }),
  ),
  includeDeleted: Type.Optional(Type.Boolean({ description: 'Deleted records too, as tombstones.' })),
}

export type PageQuery = { pageSize?: number; cursor?: string; page?: number; count?: boolean }
export type SyncQuery = PageQuery & { updatedSince?: string; includeDeleted?: boolean }

export const paging = Type.Object({
  pageSize: Type.Integer(),
  totalCount: Type.Optional(count),
  nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  prevCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})
export type Paging = Type.Static<typeof paging>

export const streamTypes = ['application/x-ndjson', 'text/csv'] as const

export const listHeaders = {
  'X-Sync-Token':
    'Of the last page: pass it back as `updatedSince` to get what changed since. Not with `page` 2 or later: follow `nextCursor` to sync.',
}

export function listOf<S extends Type.TSchema>(item: S) {
  return Type.Object({ data: Type.Array(item), paging })
}

/** A list whose records can be deleted. */
export function syncListOf<S extends Type.TSchema>(item: S) {
  return Type.Object({ data: Type.Array(Type.Union([tombstone, item])), paging })
}

export const words = text(200)
