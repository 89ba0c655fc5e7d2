import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const messagesMigration: Migration = {
  name: 'platform/0001-messages',
  statements: ({ schema, types, createTable }) => [
    createTable('messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text')
      .addColumn('text', 'text')
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.unique())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('sent_at', types.integer)
      .addColumn('attempts', types.integer, (column) => column.notNull())
      .addColumn('provider_reference', 'text'),
    schema
      .createIndex('messages_over')
      .on('messages')
      .column('created_at')
      .where(sql.ref('state'), '<>', 'queued'),
  ],
}
