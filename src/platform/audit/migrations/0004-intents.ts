import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** Stores changes in progress; the table is almost empty at any time. */
export const auditIntentsMigration: Migration = {
  name: 'platform/0004-audit-intents',
  statements: ({ createTable, types }) => [
    createTable('audit_intents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull()),
  ],
}
