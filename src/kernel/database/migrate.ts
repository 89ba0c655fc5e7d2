import { type Compilable, type CreateTableBuilder, type Kysely, type SchemaModule, sql } from 'kysely'
import type { Capabilities } from './capabilities.ts'
import { learnColumns } from './columns.ts'
import type { Database, Transaction } from './database.ts'
import type { Snapshot } from './snapshot.ts'
import { builderOf, statementOnce, statementsOf } from './statement.ts'

/** What a migration is written with: one text serves both engines. */
export type MigrationTools = {
  readonly types: Capabilities['types']
  readonly schema: SchemaModule
  /** For moving rows. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>
  createTable(name: string): CreateTableBuilder<string, string>
  /** A primary key that the engine counts up. */
  addSequence(table: CreateTableBuilder<string, string>, column: string): CreateTableBuilder<string, string>
  /** Over the column `words` of a table that is counted by `seq`. */
  createFullText(table: string): readonly Compilable[]
}

/** Forward only. The next release of the program must still run on what the last one left. */
export type Migration = {
  readonly name: string
  statements(tools: MigrationTools): readonly Compilable[]
}

export const journalName = 'lanyard_migrations'
type Catalogues = { sqlite_schema: { name: string }; pg_tables: { tablename: string; schemaname: string } }
type MigrationTables = { [journalName]: { name: string; applied_at: number } }
const statement = statementsOf<MigrationTables>()

const findJournal = statementOnce<Catalogues, { name: string }>((db, { engine }) =>
  engine === 'sqlite'
    ? db.selectFrom('sqlite_schema').select('name').where('name', '=', journalName)
    : db
        .selectFrom('pg_tables')
        .select('tablename as name')
        .where('tablename', '=', journalName)
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

/** Tells whether anything was ever migrated here, and changes nothing. */
export async function isMigrated(database: Pick<Database, 'first'>): Promise<boolean> {
  return (await database.first(findJournal, {})) !== undefined
}

/** Each migration is one transaction that no other process shares: killed midway it leaves nothing behind. */
export async function migrate(
  database: Pick<Database, 'capabilities' | 'all' | 'exclusively'>,
  migrations: readonly Migration[],
  now: () => number,
): Promise<{ applied: string[]; unknown: string[] }> {
  learnMigrations(migrations, database.capabilities)
  const tools = toolsOf(database.capabilities)
  await database.exclusively((transaction) => runDdl(transaction, journalTable(tools)))
  const known = new Set(migrations.map((migration) => migration.name))
  const done = new Set((await database.all(listMigrations, {})).map((row) => row.name))
  const applied: string[] = []
  for (const migration of migrations) {
    if (done.has(migration.name)) continue
    const fresh = await database.exclusively((transaction) => apply(transaction, migration, tools, now()))
    if (fresh) applied.push(migration.name)
  }
  return { applied, unknown: [...done].filter((name) => !known.has(name)) }
}

const learnt = new WeakSet<Migration>()

/** Tells the statements of this process which columns its tables have; whatever runs one without `migrate` calls it. */
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
  /** What `migrate` would apply. */
  pending: string[]
  /** Applied by a newer release. */
  unknown: string[]
}

/** Asks a database that may be empty, and changes nothing. */
export async function readMigrationState(
  snapshot: Pick<Snapshot, 'all' | 'listTables'>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const isNew = !(await snapshot.listTables()).some(({ name }) => name === journalName)
  const rows = isNew ? [] : await snapshot.all(listMigrations, {})
  const done = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  return {
    applied: rows.map(({ name, applied_at }) => ({ name, appliedAt: applied_at })),
    pending: [...known].filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
  }
}

async function apply(
  transaction: Transaction,
  migration: Migration,
  tools: MigrationTools,
  now: number,
): Promise<boolean> {
  if ((await transaction.first(findMigration, { name: migration.name })) !== undefined) return false
  for (const ddl of migration.statements(tools)) await runDdl(transaction, ddl)
  await transaction.run(addMigration, { name: migration.name, applied_at: now })
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
  return {
    types: capabilities.types,
    schema: db.schema,
    db,
    createTable,
    addSequence: (table, column) =>
      table.addColumn(column, capabilities.types.sequence, (definition) =>
        capabilities.engine === 'sqlite' ? definition.primaryKey().autoIncrement() : definition.primaryKey(),
      ),
    createFullText: (table) =>
      capabilities.fullText.createIndex(table).map((statement) => ({ compile: () => statement.compile(db) })),
  }
}

function journalTable(tools: MigrationTools): Compilable {
  return tools
    .createTable(journalName)
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', tools.types.integer, (column) => column.notNull())
}
