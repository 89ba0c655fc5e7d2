import { type Compilable, type CreateTableBuilder, type Kysely, type SchemaModule, sql } from 'kysely'
import type { Capabilities } from './capabilities.ts'
import type { Database, Transaction } from './database.ts'
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
}

/** Forward only. The next release of the program must still run on what the last one left. */
export type Migration = {
  readonly name: string
  statements(tools: MigrationTools): readonly Compilable[]
}

type MigrationTables = { lanyard_migrations: { name: string; applied_at: number } }
const statement = statementsOf<MigrationTables>()

const findMigration = statement((db, p: { name: string }) =>
  db.selectFrom('lanyard_migrations').select('name').where('name', '=', p.name),
)
const listMigrations = statement((db) => db.selectFrom('lanyard_migrations').select('name').orderBy('name'))
const addMigration = statement((db, p: { name: string; applied_at: number }) =>
  db.insertInto('lanyard_migrations').values({ name: p.name, applied_at: p.applied_at }),
)

/** Each migration is one transaction that no other process shares: killed midway it leaves nothing behind. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  now: () => number,
): Promise<{ applied: string[]; unknown: string[] }> {
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

/** Names what `migrate` would apply. */
export async function listPending(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const done = new Set((await database.all(listMigrations, {})).map((row) => row.name))
  return migrations.map((migration) => migration.name).filter((name) => !done.has(name))
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
  }
}

function journalTable(tools: MigrationTools): Compilable {
  return tools
    .createTable('lanyard_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', tools.types.integer, (column) => column.notNull())
}
