import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { letOthersRun } from '../async/let-others-run.ts'
import type { Writer } from './database.ts'
import { type Statement, statementsOf } from './statement.ts'

const statement = statementsOf<Record<string, Record<string, unknown>>>()

const BATCH = 500

type Rows = {
  /** The columns of the table's primary key. */
  key: readonly string[]
  /** An indexed column with the time at which, or some time after which, rows expire. */
  by: string
  /** A further condition that expired rows must meet. */
  only?: RawBuilder<SqlBool>
  /** How long rows stay after the time in the column `by`; not at all by default. */
  keptMs?: number
  /** Whether a row has expired at exactly that time already; by default only a millisecond later. */
  inclusive?: boolean
  /** Writes a time as the column `by` does; in epoch milliseconds by default. */
  format?: (epochMs: number) => number | string
}

/** Deletes a table's expired rows in batches, oldest first; returns their number. */
export function createSweep(table: string, { key, by, only, keptMs = 0, inclusive, format }: Rows) {
  const deletion = statement((db, p: { before: number | string; limit: number }) => {
    const isOver = sql<SqlBool>`${sql.ref(by)} < ${p.before}${only === undefined ? sql`` : sql` and ${only}`}`
    const found = db.selectFrom(table).select(key).where(isOver).orderBy(by).limit(p.limit)
    // Check the condition again when deleting: a row may have been renewed since it was found.
    return db
      .deleteFrom(table)
      .where(sql`(${sql.join(key.map((name) => sql.ref(name)))})`, 'in', found)
      .where(isOver)
  })
  return (db: Writer, now: number): Promise<number> => {
    const before = now - keptMs + (inclusive ? 1 : 0)
    return deleteInBatches(db, deletion, { before: format === undefined ? before : format(before) })
  }
}

/** Each batch is a short transaction, so that other writes can run in between. */
export async function deleteInBatches<P>(
  db: Writer,
  deletion: Statement<P & { limit: number }, unknown>,
  parameters: P,
): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await db.run(deletion, { ...parameters, limit: BATCH })
    total += deleted
    if (deleted < BATCH) return total
    await letOthersRun()
  }
}
