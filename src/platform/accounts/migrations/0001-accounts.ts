import type { Compilable } from 'kysely'
import type { Migration, MigrationTools } from '../../../kernel/database/maintenance/migrate.ts'

export const accounts0001: Migration = {
  name: 'platform/0001-accounts',
  statements: (tools) => [
    organisations(tools),
    applications(tools),
    apiKeys(tools),
    operators(tools),
    invitations(tools),
  ],
}

function organisations({ createTable, types }: MigrationTools): Compilable {
  return createTable('organisations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', types.integer, (column) => column.notNull())
}

function applications({ createTable, types }: MigrationTools): Compilable {
  return createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('serial', types.integer, (column) => column.notNull().unique())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('disabled_at', types.integer)
}

function apiKeys({ createTable, types }: MigrationTools): Compilable {
  return createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('application_id', 'text', (column) => column.references('applications.id'))
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('sealed', 'text')
    .addColumn('scopes', 'text')
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('revoked_at', types.integer)
    .addColumn('last_used_at', types.integer)
}

function operators({ createTable, types }: MigrationTools): Compilable {
  return createTable('operators')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('organisation_id', 'text', (column) => column.references('organisations.id'))
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('disabled_at', types.integer)
}

function invitations({ createTable, types }: MigrationTools): Compilable {
  return createTable('operator_invitations')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('operator_id', 'text', (column) => column.notNull().references('operators.id'))
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .addColumn('used_at', types.integer)
}
