import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const jobsMigration: Migration = {
  name: 'platform/0001-jobs',
  statements: ({ schema, types, createTable }) => [
    createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('sealed', types.integer, (column) => column.notNull())
      .addColumn('run_at', types.integer, (column) => column.notNull())
      .addColumn('attempts', types.integer, (column) => column.notNull())
      .addColumn('lease_until', types.integer)
      .addColumn('lease_owner', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('unique_key', 'text')
      .addColumn('last_error', 'text'),
    schema
      .createIndex('jobs_due')
      .on('jobs')
      .columns(['kind', 'run_at', 'id'])
      .where(sql.ref('state'), '=', 'queued'),
    schema
      .createIndex('jobs_unique')
      .on('jobs')
      .columns(['kind', 'unique_key'])
      .unique()
      .where(sql.ref('state'), '=', 'queued'),
    schema.createIndex('jobs_leased').on('jobs').column('lease_owner').where('lease_owner', 'is not', null),
    schema.createIndex('jobs_failed').on('jobs').column('run_at').where(sql.ref('state'), '=', 'failed'),
    createTable('recurring_jobs')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('run_at', types.integer, (column) => column.notNull())
      .addColumn('lease_until', types.integer)
      .addColumn('lease_owner', 'text'),
  ],
}
