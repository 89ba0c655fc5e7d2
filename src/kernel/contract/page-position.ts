import { Fault } from '../base/fault.ts'
import type { Vault } from '../base/vault.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { limitOf, type PageQuery } from './page.ts'

type Part = string | number | null
type Position = readonly Part[]

/** The position where the page starts; empty at the beginning of the list. */
export function readPosition(vault: Vault, list: string, { cursor }: PageQuery): Part[] {
  if (cursor === undefined) return []
  try {
    return decodeCursor(vault, list, cursor)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault('invalid-parameter', {
      ...(error.detail === undefined ? {} : { detail: error.detail }),
      errors: error.errors.map((one) => ({ ...one, pointer: `/query${one.pointer}` })),
    })
  }
}

type ListReader<R> = {
  vault: Vault
  /** The list's name and filters: a cursor works only with the same ones. */
  list: string
  /** Returns at most `limit` rows after the position, which is empty at the beginning of the list. */
  read: (position: Part[], limit: number) => Promise<readonly R[]>
  positionOf: (row: R) => Position
}

/** Reads one page of a list and the cursor of the next page. One row beyond the limit shows whether there is more. */
export async function readPage<R>(
  query: PageQuery,
  { vault, list, read, positionOf }: ListReader<R>,
): Promise<{ rows: R[]; nextCursor: string | null }> {
  const limit = limitOf(query)
  const found = await read(readPosition(vault, list, query), limit + 1)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last === undefined ? null : encodeCursor(vault, list, positionOf(last)) }
}
