import { Fault } from '../base/fault.ts'
import type { Vault } from '../base/vault.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { limitOf, type PageQuery } from './page.ts'

type Part = string | number | null
type Position = readonly Part[]

/** Where the page starts: undefined at the beginning of the list. */
export function readPosition(vault: Vault, list: string, { cursor }: PageQuery): Part[] | undefined {
  if (cursor === undefined) return undefined
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

/** Of rows that were read one beyond the limit: the page, and the cursor that follows it. */
export function cutPage<R>(
  rows: readonly R[],
  query: PageQuery,
  { vault, list, positionOf }: { vault: Vault; list: string; positionOf: (row: R) => Position },
): { rows: R[]; nextCursor: string | null } {
  const page = rows.slice(0, limitOf(query))
  const last = page.at(-1)
  const more = rows.length > page.length && last !== undefined
  return { rows: page, nextCursor: more ? encodeCursor(vault, list, positionOf(last)) : null }
}
