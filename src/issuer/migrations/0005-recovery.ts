import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** The recovery key of each person's key that has one. */
export const createRecoveryKeys: Migration = {
  name: 'issuer/0005-recovery',
  statements: ({ createTable, types }) => [
    createTable('issuer_recovery_keys')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      .addColumn('recovery', 'text', (column) => column.notNull())
      .addColumn('jwk', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull()),
  ],
}
