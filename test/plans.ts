import type { Database, Reader } from '../src/kernel/database/database.ts'
import type { Statement } from '../src/kernel/database/statement.ts'

/** What the engine would do for each statement of a read, which is given no rows. */
export async function plansOf(database: Database, read: (db: Reader) => Promise<unknown>): Promise<string> {
  const { engine } = database.capabilities
  const plans: string[] = []
  const explain = async <P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> => {
    const { sql, bind } = statement.compiled(engine)
    const text = `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`
    const explained: Statement<P, Record<string, unknown>> = {
      name: undefined,
      compiled: () => ({ sql: text, writes: false, bind }),
    }
    const rows = await database.all(explained, parameters)
    plans.push(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n'))
    return []
  }
  await read({
    all: explain,
    first: async (statement, parameters) => (await explain(statement, parameters))[0],
  })
  return plans.join('\n')
}

/** A table is read through; what stands behind the name is an index. A subquery is called `some` where it is limited. */
export const readsThrough = /Seq Scan|\bSCAN (?!some$)\w+$/m

/** Runs SQL that both engines understand, for rows by the thousand. */
export async function runSql(database: Database, sql: string): Promise<void> {
  await database.run({ name: undefined, compiled: () => ({ sql, writes: true, bind: () => [] }) }, {})
}

/** Makes rows findable that `runSql` wrote to `events_texts`. */
export async function rebuildTextIndex(database: Database): Promise<void> {
  if (database.capabilities.fullText.addsRows) return
  await runSql(database, `insert into events_texts_index (events_texts_index) values ('rebuild')`)
}
