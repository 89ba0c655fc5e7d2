import type { Database, Reader, Transaction, Writer } from '../src/kernel/database/database.ts'
import type { Statement } from '../src/kernel/database/statement.ts'

/** What the engine would do for each statement of a read, which is given no rows. */
export async function plansOf(database: Database, read: (db: Reader) => Promise<unknown>): Promise<string> {
  const { engine } = database.capabilities
  const plans: string[] = []
  const note = async <P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> => {
    plans.push(await explain(database, engine, statement, parameters))
    return []
  }
  await read({
    all: note,
    first: async (statement, parameters) => (await note(statement, parameters))[0],
  })
  return plans.join('\n')
}

/** What the engine does for each statement of a transaction, which runs it as well. */
export async function plansWithin(
  database: Database,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<string> {
  const { engine } = database.capabilities
  const plans: string[] = []
  await database.write((tx) => {
    const note = async <P, R>(statement: Statement<P, R>, parameters: P): Promise<void> => {
      plans.push(await explain(tx, engine, statement, parameters))
    }
    const noting: Writer = {
      all: (statement, parameters) => note(statement, parameters).then(() => tx.all(statement, parameters)),
      first: (statement, parameters) =>
        note(statement, parameters).then(() => tx.first(statement, parameters)),
      run: (statement, parameters) => note(statement, parameters).then(() => tx.run(statement, parameters)),
      send: (statement, parameters) => note(statement, parameters).then(() => tx.send(statement, parameters)),
    }
    return work(Object.assign(Object.create(tx), noting))
  })
  return plans.join('\n')
}

async function explain<P, R>(
  db: Reader,
  engine: 'sqlite' | 'postgres',
  statement: Statement<P, R>,
  parameters: P,
): Promise<string> {
  const { sql, bind } = statement.compiled(engine)
  const text = `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`
  const explained: Statement<P, Record<string, unknown>> = {
    name: undefined,
    compiled: () => ({ sql: text, writes: false, bind }),
  }
  const rows = await db.all(explained, parameters)
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
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
