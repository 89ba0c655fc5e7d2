import { join } from 'node:path'
import type { Database } from '../../src/kernel/database/database.ts'
import { loadSqlite } from '../../src/kernel/database/sqlite/driver.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'

export type Asked = {
  readonly sql: string
  readonly values: readonly unknown[]
  /** The turn of the event loop in which it ran. */
  readonly turn: number
}
/** How many rows a statement returned, and how many the engine read for it. */
type Cost = { readonly returned: number; readonly read: number }
export type Measure = { cost(asked: Pick<Asked, 'sql' | 'values'>): Promise<Cost>; close(): void }

/** Notes the reads of the running product: of the same text as many as `most`, with other values. */
export function noteReads(database: Database): { take(most?: number): Asked[] } {
  const { engine } = database.capabilities
  let asked: Asked[] = []
  let [turn, isCounted] = [0, false]
  /** Counts only the turns in which something was asked: counting all of them would keep the processor busy. */
  const endTurn = () => {
    turn += 1
    isCounted = false
  }
  const note = (statement: Statement<object, unknown>, parameters: object) => {
    const { sql, writes, bind } = statement.compiled(engine)
    if (writes) return
    asked.push({ sql, values: bind(parameters), turn })
    if (!isCounted) setImmediate(endTurn)
    isCounted = true
  }
  const [all, first] = [database.all.bind(database), database.first.bind(database)]
  Object.assign(database, {
    all: (statement: Statement<object, unknown>, parameters: object) => {
      note(statement, parameters)
      return all(statement, parameters)
    },
    first: (statement: Statement<object, unknown>, parameters: object) => {
      note(statement, parameters)
      return first(statement, parameters)
    },
  })
  return {
    take(most = Number.POSITIVE_INFINITY) {
      const seen = new Map<string, number>()
      const taken = asked.filter(({ sql }) => {
        const times = (seen.get(sql) ?? 0) + 1
        seen.set(sql, times)
        return times <= most
      })
      asked = []
      return taken
    },
  }
}

type Counting = {
  function(name: string, counted: (rowid: number) => number): void
  exec(sql: string): void
  prepare(sql: string): { all(...values: unknown[]): Record<string, unknown>[] }
  close(): void
}

/**
 * Views that hide the tables call a function for every row that is looked at. SQLite merges a view into the statement, so
 * that it follows the same indexes as without them.
 */
export async function sqliteMeasure(dataFolder: string): Promise<Measure> {
  const { DatabaseSync } = await loadSqlite()
  const db = new DatabaseSync(join(dataFolder, 'lanyard.sqlite')) as unknown as Counting
  let read = 0
  db.function('looked_at', (_rowid) => {
    read += 1
    return 1
  })
  const tables = db
    .prepare(`select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !name.startsWith('events_texts_index'))
  for (const name of tables)
    db.exec(`create temp view "${name}" as select * from main."${name}" where looked_at(rowid)`)
  return {
    async cost({ sql, values }) {
      read = 0
      const returned = db.prepare(sql).all(...values).length
      return { returned, read }
    },
    close: () => db.close(),
  }
}

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** PostgreSQL tells how many rows each step of a plan has read and left out. */
export function postgresMeasure(database: Database): Measure {
  const all = database.all.bind(database)
  return {
    async cost({ sql, values }) {
      const text = `explain (analyze, timing off, format json) ${sql}`
      const statement: Statement<object, Record<string, unknown>> = {
        name: undefined,
        compiled: () => ({ sql: text, writes: false, bind: () => [...values] }),
      }
      const [row] = await all(statement, {})
      const [explained] = (row?.['QUERY PLAN'] ?? []) as { Plan: Node }[]
      if (explained === undefined) throw new Error('the database explains every statement')
      return { returned: explained.Plan['Actual Rows'], read: readBy(explained.Plan) }
    },
    close() {},
  }
}

/** Steps that read a table or an index; what others pass on comes from these. */
const reading = /^(Seq|Index|Index Only|Bitmap Index) Scan$/

function readBy(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = reading.test(node['Node Type']) ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), own)
}
