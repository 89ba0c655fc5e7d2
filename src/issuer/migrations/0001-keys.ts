import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

export const createKeys: Migration = {
  name: 'issuer/0001-keys',
  statements: ({ createTable, types }) => [
    createTable('issuer_keys')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('jwk', 'text', (column) => column.notNull())
      .addColumn('callbacks', 'text', (column) => column.notNull())
      .addColumn('devtoken', 'text')
      .addColumn('secret_digest', 'text')
      .addColumn('claims', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addColumn('revoked_at', types.integer)
      .addColumn('successor', 'text')
      .addColumn('version', types.integer, (column) => column.notNull()),
  ],
}
