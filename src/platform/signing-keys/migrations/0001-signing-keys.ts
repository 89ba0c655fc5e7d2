import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const signingKeys0001: Migration = {
  name: 'platform/0001-signing-keys',
  statements: ({ createTable, schema, types }) => [
    createTable('signing_keys')
      .addColumn('kid', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('public_jwk', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('retired_at', types.integer)
      .addColumn('expires_at', types.integer),
    schema
      .createIndex('signing_keys_active')
      .unique()
      .on('signing_keys')
      .column('purpose')
      .where(sql.ref('retired_at'), 'is', null),
  ],
}
