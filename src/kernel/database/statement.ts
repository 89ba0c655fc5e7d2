import { type Compilable, DummyDriver, Kysely, PostgresIntrospector, SqliteIntrospector } from 'kysely'
import { type Capabilities, postgresCapabilities, sqliteCapabilities } from './capabilities.ts'
import { Placeholder, source } from './compilers.ts'

/** SQL for one engine; `bind` puts the parameters in the order of its placeholders. */
type CompiledStatement = {
  readonly sql: string
  readonly writes: boolean
  /** Whether the number of changed rows tells if it changed anything; not for a change of the schema. */
  readonly counts?: boolean
  readonly bind: (parameters: object) => unknown[]
}

/**
 * How long a read may take. Quick reads (a lookup by key, or a page by index) share one PostgreSQL connection and are
 * answered in order. Lists, searches, counts, exports and anything else that grows with the data are heavy.
 */
export type Lane = 'quick' | 'heavy'

/** A named statement is built once and run prepared; one without a name is compiled and run once. */
export type Statement<P, R> = {
  readonly name: string | undefined
  /** Only for reads outside a transaction; quick by default. */
  readonly lane?: Lane
  compiled(engine: Capabilities['engine']): CompiledStatement
  /** Never set: they only carry the statement's types. */
  readonly parameters?: P
  readonly row?: R
}

type Values = Readonly<Record<PropertyKey, unknown>>

/** Represents the parameters while a statement is built: every member is a placeholder. */
const placeholders = new Proxy(
  {},
  {
    get: (_target, name) => new Placeholder(String(name), (given) => (given as Values)[name]),
  },
)

/**
 * Represents one of several arguments: the argument itself if it is a plain value, its members if it is an object.
 */
export function placeholderAt(index: number): Placeholder {
  const whole = new Placeholder(`argument ${index + 1}`, (given) => (given as readonly unknown[])[index])
  return new Proxy(whole, {
    get: (_target, name) =>
      name === source
        ? whole[source]
        : new Placeholder(String(name), (given) => (given as readonly Values[])[index]?.[name]),
  })
}

function createBuilder<T>(
  capabilities: Capabilities,
  createQueryCompiler: Capabilities['createQueryCompiler'] = capabilities.createQueryCompiler,
): Kysely<T> {
  return new Kysely<T>({
    dialect: {
      createAdapter: capabilities.createAdapter,
      createQueryCompiler,
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) =>
        capabilities.engine === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db),
    },
  })
}

const builders = {
  sqlite: createBuilder<unknown>(sqliteCapabilities),
  postgres: createBuilder<unknown>(postgresCapabilities),
}

const preparedBuilders = {
  sqlite: createBuilder<unknown>(sqliteCapabilities, sqliteCapabilities.createPreparedCompiler),
  postgres: createBuilder<unknown>(postgresCapabilities, postgresCapabilities.createPreparedCompiler),
}

const capabilitiesOf = { sqlite: sqliteCapabilities, postgres: postgresCapabilities }

export function builderOf<T>(engine: Capabilities['engine']): Kysely<T> {
  return builders[engine] as unknown as Kysely<T>
}

const counting: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

function compile(query: Compilable<unknown>): CompiledStatement {
  const { sql, parameters, query: root } = query.compile()
  const readers = parameters.map((value) =>
    value instanceof Placeholder ? value[source] : { name: 'a constant', read: () => value },
  )
  return {
    sql,
    writes: root.kind !== 'SelectQueryNode',
    counts: counting.has(root.kind),
    bind: (given) =>
      readers.map((reader) => {
        const value = reader.read(given)
        if (value === undefined) throw new Error(`the statement has no value for ${reader.name}`)
        return value
      }),
  }
}

let made = 0

/** The parameters with these names, for statements that write several columns of a row. */
export function pick<P, L extends readonly (readonly (keyof P)[])[]>(
  parameters: P,
  ...lists: L
): Pick<P, L[number][number]> {
  const names = lists.flat() as L[number][number][]
  return Object.fromEntries(names.map((name) => [name, parameters[name]])) as Pick<P, L[number][number]>
}

/** Built once per engine, when it first runs there. */
export function prepare<T, P, R>(
  lane: Lane,
  build: (db: Kysely<T>, capabilities: Capabilities) => Compilable<R>,
): Statement<P, R> {
  const name = `lanyard_${++made}`
  const compiled: Partial<Record<Capabilities['engine'], CompiledStatement>> = {}
  return {
    name,
    lane,
    compiled(engine) {
      const db = preparedBuilders[engine] as unknown as Kysely<T>
      compiled[engine] ??= compile(build(db, capabilitiesOf[engine]))
      return compiled[engine]
    },
  }
}

/** Creates a store's `statement`, typed by its tables. */
export function statementsOf<T>(lane: Lane = 'quick') {
  return function statement<P extends object, R>(
    build: (db: Kysely<T>, parameters: P, capabilities: Capabilities) => Compilable<R>,
  ): Statement<P, R> {
    return prepare(lane, (db: Kysely<T>, capabilities) => build(db, placeholders as P, capabilities))
  }
}

/** A statement that includes its values, for queries assembled at run time, mostly lists and searches. */
export function statementOnce<T, R>(
  build: (db: Kysely<T>, capabilities: Capabilities) => Compilable<R>,
  lane: Lane = 'heavy',
): Statement<object, R> {
  return {
    name: undefined,
    lane,
    compiled: (engine) => compile(build(builderOf<T>(engine), capabilitiesOf[engine])),
  }
}
