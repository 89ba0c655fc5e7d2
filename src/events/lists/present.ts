import type { TObject } from 'typebox'
import { formatTime } from '../../kernel/text/times.ts'
import type { Tracked } from '../records/tables.ts'

export type Presentation<R, A> = {
  /** The schema of an item; it determines how lines are written and columns are named. */
  readonly schema: TObject
  present(rows: readonly R[]): Promise<A[]> | A[]
}

export type Tombstone = { id: string; deleted: true; updatedAt: string; version: number }

/** Presents the rows; deleted ones become tombstones. */
export async function presentAll<R extends Partial<Tracked>, A>(
  rows: readonly R[],
  { present }: Presentation<R, A>,
): Promise<(A | Tombstone)[]> {
  const alive = rows.filter(({ deleted_at }) => (deleted_at ?? null) === null)
  const presented = await present(alive)
  if (alive.length === rows.length) return presented
  const byRow = new Map(alive.map((row, index) => [row, presented[index] as A]))
  return rows.map((row) => byRow.get(row) ?? buryRow(row))
}

function buryRow({ id = '', updated_at = 0, version = 0 }: Partial<Tracked>): Tombstone {
  return { id, deleted: true, updatedAt: formatTime(updated_at), version }
}
