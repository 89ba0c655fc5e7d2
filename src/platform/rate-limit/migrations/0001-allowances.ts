import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const allowancesMigration: Migration = {
  name: 'platform/0001-allowances',
  statements: ({ schema, types, createTable }) => [
    createTable('allowances')
      .addColumn('bucket', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('log', 'text', (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('allowances_key', ['bucket', 'subject']),
    schema.createIndex('allowances_expiry').on('allowances').column('expires_at'),
  ],
}
