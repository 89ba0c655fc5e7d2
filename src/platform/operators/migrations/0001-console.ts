import type { Compilable } from 'kysely'
import type { Migration, MigrationTools } from '../../../kernel/database/maintenance/migrate.ts'

export const operatorsMigration: Migration = {
  name: 'platform/0001-operators',
  statements: (tools) => [
    passkeys(tools),
    tools.schema.createIndex('operator_passkeys_of').on('operator_passkeys').column('operator_id'),
    challenges(tools),
    tools.schema.createIndex('operator_challenges_end').on('operator_challenges').column('expires_at'),
    sessions(tools),
    tools.schema.createIndex('operator_sessions_of').on('operator_sessions').column('operator_id'),
    tools.schema.createIndex('operator_sessions_end').on('operator_sessions').column('ends_at'),
  ],
}

function passkeys({ createTable, types }: MigrationTools): Compilable {
  return createTable('operator_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('operator_id', 'text', (column) => column.notNull().references('operators.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', types.integer, (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('used_at', types.integer)
}

function challenges({ createTable, types }: MigrationTools): Compilable {
  return createTable('operator_challenges')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text', (column) => column.references('operators.id'))
    .addColumn('expires_at', types.integer, (column) => column.notNull())
}

function sessions({ createTable, types }: MigrationTools): Compilable {
  return createTable('operator_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('operator_id', 'text', (column) => column.notNull().references('operators.id'))
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('used_at', types.integer, (column) => column.notNull())
    .addColumn('ends_at', types.integer, (column) => column.notNull())
}
