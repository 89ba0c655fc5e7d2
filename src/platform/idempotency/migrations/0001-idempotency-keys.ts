import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const idempotencyKeysMigration: Migration = {
  name: 'platform/0001-idempotency-keys',
  statements: ({ schema, types, createTable }) => [
    createTable('idempotency_keys')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('request_digest', 'text', (column) => column.notNull())
      .addColumn('status', types.integer)
      .addColumn('headers', 'text')
      .addColumn('body', 'text')
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_key', ['scope', 'key']),
    schema.createIndex('idempotency_keys_expiry').on('idempotency_keys').column('expires_at'),
  ],
}
