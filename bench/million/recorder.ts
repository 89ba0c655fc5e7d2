import type { Capabilities } from '../../src/kernel/database/capabilities.ts'
import type { Transaction } from '../../src/kernel/database/database.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'

type Value = string | number | null
/** Values in the order of the columns. */
export type Rows = { readonly columns: readonly string[]; readonly values: Value[][] }

/** Transactions that write down what they are told, and grant everything: nobody else is there to race with. */
export type Recorder = {
  /** A new one for each registration. */
  begin(): Transaction
  /** Rows by their table, since the last time. */
  take(): ReadonlyMap<string, Rows>
  /** Places by the id of what has them. */
  readonly places: ReadonlyMap<string, number>
}

type Taking = { readonly id: string; readonly seats: number }

const TAKE = /^update "events_places"/
const INSERT = /^insert into "(\w+)" \(([^)]*)\)/

export function createRecorder(capabilities: Capabilities): Recorder {
  let rows = new Map<string, Rows>()
  let changes = 0
  const places = new Map<string, number>()
  /** Unique in the event: of a million drawn ones two are the same now and then. */
  const numbers = new Set<string>()
  const take = (takings: readonly Taking[]) => {
    for (const { id, seats } of takings) places.set(id, (places.get(id) ?? 0) + seats)
    return takings
  }
  const write = (statement: Statement<never, unknown>, parameters: object): number => {
    const { sql, bind } = statement.compiled(capabilities.engine)
    const [, table, names = ''] = INSERT.exec(sql) ?? []
    if (table === 'events_registrations') {
      const [{ confirmation_number: number }] = parameters as [{ confirmation_number: string }]
      if (numbers.has(number)) return 0
      numbers.add(number)
    }
    // The full-text index is built, and statuses are counted, at the end.
    if (table === 'events_texts_index' || sql.startsWith('update "events_status_counts"')) return 1
    if (table !== undefined) {
      const known = rows.get(table) ?? { columns: names.replaceAll('"', '').split(', '), values: [] }
      rows.set(table, known)
      known.values.push(...inRows(bind(parameters) as Value[], known.columns.length))
    } else if (TAKE.test(sql)) take(parameters as Taking[])
    else if (!sql.startsWith('update "events_changes"'))
      throw new Error(`a registration is not expected to ask: ${sql}`)
    return 1
  }
  const begin = () => ({
    capabilities,
    origin: {},
    afterCommit: () => {},
    run: async (statement: Statement<never, unknown>, parameters: object) => write(statement, parameters),
    send: async (statement: Statement<never, unknown>, parameters: object) => {
      write(statement, parameters)
    },
    // PostgreSQL takes all places with one statement, which returns where there was room.
    all: async (statement: Statement<never, unknown>, parameters: object) =>
      TAKE.test(statement.compiled(capabilities.engine).sql) ? take(parameters as Taking[]) : [],
    // The number of a change is the only thing that is there to be read.
    first: async (statement: Statement<never, unknown>) =>
      statement.compiled(capabilities.engine).sql.includes('events_changes')
        ? { number: changes }
        : undefined,
  })
  return {
    begin: () => {
      changes += 1
      return begin() as unknown as Transaction
    },
    places,
    take() {
      const taken = rows
      rows = new Map()
      return taken
    },
  }
}

/** What stands behind the values of whole rows belongs to `on conflict`. */
function inRows(values: readonly Value[], width: number): Value[][] {
  return Array.from({ length: Math.floor(values.length / width) }, (_none, row) =>
    values.slice(row * width, (row + 1) * width),
  )
}
