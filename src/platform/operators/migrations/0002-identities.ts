import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** People's keys that sign an operator in. */
export const identitiesMigration: Migration = {
  name: 'platform/0002-operator-identities',
  statements: ({ createTable, schema, types }) => [
    createTable('operator_identities')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      .addColumn('operator_id', 'text', (column) => column.notNull().references('operators.id'))
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('used_at', types.integer),
    schema.createIndex('operator_identities_of').on('operator_identities').column('operator_id'),
  ],
}
