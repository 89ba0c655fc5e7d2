import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const pushMigration: Migration = {
  name: 'platform/0001-push',
  statements: ({ createTable, types }) => [
    createTable('push_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('private_jwk', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull()),
  ],
}
