import type { Transaction } from '../../kernel/database/database.ts'
import type { Configuration } from '../configured.ts'
import { changeCapacity } from '../places/place-store.ts'
import { found } from '../problems.ts'

/** A registration type or an option group of an event. The caller has locked the event. */
export type PartPlace = {
  readonly configuration: Configuration
  readonly id: string
  /** Throws if the caller knows another version (If-Match). */
  match(version: number): void
}

export function getPart<R extends { version: number }>(
  parts: ReadonlyMap<string, R>,
  { id, match }: PartPlace,
): R {
  const row = found(parts.get(id))
  match(row.version)
  return row
}

/** Null means no limit. Tells whether there are more places than before. */
export async function setCapacity(
  tx: Transaction,
  placeId: string,
  { from, to }: { from: number | null; to: number | null },
): Promise<boolean> {
  if (from !== to) await changeCapacity(tx, placeId, to)
  return from !== null && (to === null || to > from)
}
