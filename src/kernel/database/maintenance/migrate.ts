import {
  type Compilable,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  type SchemaModule,
  sql,
} from 'kysely'
import type { Capabilities } from '../capabilities.ts'
import { learnColumns } from '../columns.ts'
import type { Database, Transaction } from '../database.ts'
import { builderOf, statementOnce, statementsOf } from '../statement.ts'
import type { Snapshot } from './snapshot.ts'

/** The tools for writing a migration so that one text works on both engines. */
export type MigrationTools = {
  readonly types: Capabilities['types']
  readonly schema: SchemaModule
  /** For moving rows between tables. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>
  createTable(name: string): CreateTableBuilder<string, string>
  /** A primary key that the engine increments. */
  addSequence(table: CreateTableBuilder<string, string>, column: string): CreateTableBuilder<string, string>
  /** Creates a full-text index over the column `words` of a table whose rows are numbered by `seq`. */
  createFullText(table: string): readonly Compilable[]
  /**
   * On SQLite, drops the trigger for new rows: from then on the code that inserts a row also adds it to `<table>_index`.
   * Nothing on PostgreSQL.
   */
  fillFullTextByHand(table: string): readonly Compilable[]
}

/** Migrations only go forward. A release must still work on the schema that the release before it left. */
export type Migration = {
  readonly name: string
  /**
   * Releases that do not know this migration cannot work with its result, so they refuse to start; except on an engine
   * where it has no statements.
   */
  readonly breaking?: true
  statements(tools: MigrationTools): readonly Compilable[]
}

export const journalName = 'lanyard_migrations'
/**
 * The table that lists the breaking migrations applied, for releases that do not know them; created with the first
 * one.
 */
export const breakingName = 'lanyard_breaking_migrations'
type Catalogues = { sqlite_schema: { name: string }; pg_tables: { tablename: string; schemaname: string } }
type MigrationTables = {
  [journalName]: { name: string; applied_at: number }
  [breakingName]: { name: string }
}
const statement = statementsOf<MigrationTables>()

const findTable = statementsOf<Catalogues>()((db, p: { name: string }, { engine }) =>
  engine === 'sqlite'
    ? db.selectFrom('sqlite_schema').select('name').where('name', '=', p.name)
    : db
        .selectFrom('pg_tables')
        .select('tablename as name')
        .where('tablename', '=', p.name)
        .where('schemaname', '=', sql<string>`current_schema()`),
)
const findMigration = statement((db, p: { name: string }) =>
  db.selectFrom(journalName).select('name').where('name', '=', p.name),
)
const listMigrations = statement((db) =>
  db.selectFrom(journalName).select(['name', 'applied_at']).orderBy('applied_at').orderBy('name'),
)
const addMigration = statement((db, p: { name: string; applied_at: number }) =>
  db.insertInto(journalName).values({ name: p.name, applied_at: p.applied_at }),
)

const listBreaking = statement((db) => db.selectFrom(breakingName).select('name').orderBy('name'))
const addBreaking = statement((db, p: { name: string }) =>
  db.insertInto(breakingName).values({ name: p.name }),
)

/** A newer release has changed the schema in a way that this release cannot work with. */
export class BreakingMigrationError extends Error {
  override readonly name = 'BreakingMigrationError'

  constructor(names: readonly string[]) {
    super(
      `a newer release of Lanyard has changed this database, and this one cannot work with it (${names.join(', ')}): start that release, or restore a backup from before`,
    )
  }
}

/** Returns whether any migration was ever applied here; changes nothing. */
export async function isMigrated(database: Pick<Database, 'first'>): Promise<boolean> {
  return (await database.first(findTable, { name: journalName })) !== undefined
}

/**
 * Each migration is one transaction that excludes other processes: if the process is killed, nothing of it remains.
 */
export async function migrate(
  database: Pick<Database, 'capabilities' | 'all' | 'exclusively'>,
  migrations: readonly Migration[],
  now: (name: string) => number,
): Promise<{ applied: string[]; unknown: string[] }> {
  learnMigrations(migrations, database.capabilities)
  const tools = toolsOf(database.capabilities)
  await database.exclusively((transaction) => runDdl(transaction, journalTable(tools)))
  const known = new Set(migrations.map((migration) => migration.name))
  const done = new Set((await database.all(listMigrations, {})).map((row) => row.name))
  const unknown = [...done].filter((name) => !known.has(name))
  await refuseBreaking(database, unknown)
  const applied: string[] = []
  for (const migration of migrations) {
    if (done.has(migration.name)) continue
    const fresh = await database.exclusively((transaction) =>
      apply(transaction, migration, tools, now(migration.name)),
    )
    if (fresh) applied.push(migration.name)
  }
  return { applied, unknown }
}

async function refuseBreaking(database: Pick<Database, 'all'>, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0 || (await database.all(findTable, { name: breakingName })).length === 0) return
  const breaking = (await database.all(listBreaking, {})).map(({ name }) => name)
  const met = breaking.filter((name) => unknown.includes(name))
  if (met.length > 0) throw new BreakingMigrationError(met)
}

const learnt = new WeakSet<Migration>()

/**
 * Tells this process's statements which columns the tables have; code that runs statements without `migrate` must
 * call it.
 */
export function learnMigrations(migrations: readonly Migration[], capabilities: Capabilities): void {
  const tools = toolsOf(capabilities)
  learnColumns(journalTable(tools).compile().query)
  for (const migration of migrations) {
    if (learnt.has(migration)) continue
    learnt.add(migration)
    for (const ddl of migration.statements(tools)) learnColumns(ddl.compile().query)
  }
}

export type MigrationState = {
  applied: { name: string; appliedAt: number }[]
  /** The migrations that `migrate` would apply. */
  pending: string[]
  /** The migrations that a newer release applied. */
  unknown: string[]
  /** Those of them that this release cannot work with. */
  breaking: string[]
}

/** Reads the state of a database that may be empty; changes nothing. */
export async function readMigrationState(
  snapshot: Pick<Snapshot, 'all' | 'listTables'>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const tables = new Set((await snapshot.listTables()).map(({ name }) => name))
  const rows = tables.has(journalName) ? await snapshot.all(listMigrations, {}) : []
  const breaking = tables.has(breakingName) ? await snapshot.all(listBreaking, {}) : []
  const done = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  return {
    applied: rows.map(({ name, applied_at }) => ({ name, appliedAt: applied_at })),
    pending: [...known].filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
    breaking: breaking.map(({ name }) => name).filter((name) => !known.has(name)),
  }
}

async function apply(
  transaction: Transaction,
  migration: Migration,
  tools: MigrationTools,
  now: number,
): Promise<boolean> {
  if ((await transaction.first(findMigration, { name: migration.name })) !== undefined) return false
  const statements = migration.statements(tools)
  for (const ddl of statements) await runDdl(transaction, ddl)
  await transaction.run(addMigration, { name: migration.name, applied_at: now })
  if (migration.breaking && statements.length > 0) {
    await runDdl(transaction, namesTable(tools, breakingName))
    await transaction.run(addBreaking, { name: migration.name })
  }
  return true
}

async function runDdl(transaction: Transaction, ddl: Compilable): Promise<void> {
  await transaction.run(
    statementOnce(() => ddl),
    {},
  )
}

function toolsOf(capabilities: Capabilities): MigrationTools {
  const db = builderOf<Record<string, Record<string, unknown>>>(capabilities.engine)
  const createTable = (name: string): CreateTableBuilder<string, string> => {
    const table = db.schema.createTable(name)
    return capabilities.tableSuffix === '' ? table : table.modifyEnd(sql.raw(capabilities.tableSuffix))
  }
  const { fullText } = capabilities
  const compilable = (statement: RawBuilder<unknown>) => ({ compile: () => statement.compile(db) })
  return {
    types: capabilities.types,
    schema: db.schema,
    db,
    createTable,
    addSequence: (table, column) =>
      table.addColumn(column, capabilities.types.sequence, (definition) =>
        capabilities.engine === 'sqlite' ? definition.primaryKey().autoIncrement() : definition.primaryKey(),
      ),
    createFullText: (table) => fullText.createIndex(table).map(compilable),
    fillFullTextByHand: (table) => fullText.stopAddingRows(table).map(compilable),
  }
}

function journalTable(tools: MigrationTools): Compilable {
  return namesTable(tools, journalName).addColumn('applied_at', tools.types.integer, (column) =>
    column.notNull(),
  )
}

function namesTable({ createTable }: MigrationTools, name: string) {
  return createTable(name)
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
}
