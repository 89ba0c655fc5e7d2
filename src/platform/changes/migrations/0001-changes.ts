import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const changesMigration: Migration = {
  name: 'platform/0001-changes',
  statements: ({ schema, types, createTable, addSequence }) => [
    addSequence(createTable('changes'), 'seq')
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull()),
    schema.createIndex('changes_at').on('changes').column('at'),
  ],
}
