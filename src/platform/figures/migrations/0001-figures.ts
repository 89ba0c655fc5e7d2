import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const figuresMigration: Migration = {
  name: 'platform/0001-figures',
  statements: ({ schema, types, createTable }) => [
    createTable('figures')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('hour', types.integer, (column) => column.notNull())
      .addColumn('amount', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('figures_key', ['organisation_id', 'name', 'hour']),
    schema.createIndex('figures_by_hour').on('figures').column('hour'),
  ],
}
