import type { Migration } from '../../../kernel/database/migrate.ts'

export const jobsMigration: Migration = {
  name: 'platform/0001-jobs',
  statements: ({ schema, types, createTable }) => [
    createTable('platform_jobs')
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
      .createIndex('platform_jobs_due')
      .on('platform_jobs')
      .columns(['kind', 'run_at', 'id'])
      .where('state', '=', 'queued'),
    schema
      .createIndex('platform_jobs_unique')
      .on('platform_jobs')
      .columns(['kind', 'unique_key'])
      .unique()
      .where('state', '=', 'queued'),
    schema
      .createIndex('platform_jobs_leased')
      .on('platform_jobs')
      .column('lease_owner')
      .where('lease_owner', 'is not', null),
    schema
      .createIndex('platform_jobs_failed')
      .on('platform_jobs')
      .column('run_at')
      .where('state', '=', 'failed'),
    createTable('platform_recurring_jobs')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('run_at', types.integer, (column) => column.notNull())
      .addColumn('lease_until', types.integer)
      .addColumn('lease_owner', 'text'),
  ],
}
