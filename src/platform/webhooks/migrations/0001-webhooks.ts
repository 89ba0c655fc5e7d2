import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const webhooksMigration: Migration = {
  name: 'platform/0001-webhooks',
  statements: ({ schema, types, createTable }) => [
    createTable('webhook_endpoints')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('previous_secret', 'text')
      .addColumn('previous_until', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('disabled_at', types.integer),
    createTable('webhook_deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('endpoint_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', types.integer, (column) => column.notNull())
      .addColumn('last_status', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('ended_at', types.integer)
      .addColumn('claimed_until', types.integer),
    schema
      .createIndex('webhook_deliveries_queued')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'id'])
      .where(sql.ref('state'), '=', 'queued'),
    schema
      .createIndex('webhook_deliveries_of')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'created_at']),
    schema.createIndex('webhook_deliveries_ended').on('webhook_deliveries').column('ended_at'),
  ],
}
