import type { Capabilities } from '../../src/kernel/database/capabilities.ts'
import type { Transaction } from '../../src/kernel/database/database.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'

type Value = string | number | null
/** Values in the order of the columns. */
export type Rows = { readonly columns: readonly string[]; readonly values: Value[][] }

/** A transaction that writes down what it is told, and grants everything: nobody else is there to race with. */
export type Recorder = {
  readonly tx: Transaction
  /** Rows by their table, since the last time. */
  take(): ReadonlyMap<string, Rows>
  /** Places by the id of what has them. */
  readonly places: ReadonlyMap<string, number>
}

const INSERT = /^insert into "(\w+)" \(([^)]*)\)/

export function createRecorder(capabilities: Capabilities): Recorder {
  let rows = new Map<string, Rows>()
  let changes = 0
  const places = new Map<string, number>()
  /** Unique in the event: of a million drawn ones two are the same now and then. */
  const numbers = new Set<string>()
  const write = (statement: Statement<never, unknown>, parameters: object): number => {
    const { sql, bind } = statement.compiled(capabilities.engine)
    const [, table, names = ''] = INSERT.exec(sql) ?? []
    if (table === 'events_registrations') {
      const [{ confirmation_number: number }] = parameters as [{ confirmation_number: string }]
      if (numbers.has(number)) return 0
      numbers.add(number)
    }
    if (table !== undefined) {
      const known = rows.get(table) ?? { columns: names.replaceAll('"', '').split(', '), values: [] }
      rows.set(table, known)
      known.values.push(...inRows(bind(parameters) as Value[], known.columns.length))
    } else if (sql.startsWith('update "events_places"')) {
      const [{ id, seats }] = parameters as [{ id: string; seats: number }]
      places.set(id, (places.get(id) ?? 0) + seats)
    } else throw new Error(`a registration is not expected to ask: ${sql}`)
    return 1
  }
  const tx = {
    capabilities,
    origin: {},
    afterCommit: () => {},
    run: async (statement: Statement<never, unknown>, parameters: object) => write(statement, parameters),
    all: async () => [],
    // The number of a change is the only thing that is there to be read.
    first: async (statement: Statement<never, unknown>) =>
      statement.compiled(capabilities.engine).sql.includes('events_changes')
        ? { number: ++changes }
        : undefined,
  }
  return {
    tx: tx as unknown as Transaction,
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
