import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Writer } from './database.ts'
import { type Statement, statementsOf } from './statement.ts'

const statement = statementsOf<Record<string, Record<string, unknown>>>()

const BATCH = 500

type Rows = {
  /** The columns of the table's primary key. */
  key: readonly string[]
  /** An indexed column: rows below a given value have expired. */
  by: string
  /** A further condition that expired rows must meet. */
  only?: RawBuilder<SqlBool>
}

/** Deletes a table's expired rows in batches, oldest first; returns their number. */
export function createSweep(table: string, { key, by, only }: Rows) {
  const deletion = statement((db, p: { before: number | string; limit: number }) => {
    const isOver = sql<SqlBool>`${sql.ref(by)} < ${p.before}${only === undefined ? sql`` : sql` and ${only}`}`
    const found = db.selectFrom(table).select(key).where(isOver).orderBy(by).limit(p.limit)
    // Check the condition again when deleting: a row may have been renewed since it was found.
    return db
      .deleteFrom(table)
      .where(sql`(${sql.join(key.map((name) => sql.ref(name)))})`, 'in', found)
      .where(isOver)
  })
  return (db: Writer, before: number | string): Promise<number> => deleteInBatches(db, deletion, { before })
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
  }
}
