import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** Sign-in decisions, counted per hour: a million guesses take one row. */
export const auditTalliesMigration: Migration = {
  name: 'platform/0005-audit-tallies',
  statements: ({ schema, types, createTable }) => [
    createTable('audit_tallies')
      .addColumn('hour', types.integer, (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('amount', types.integer, (column) => column.notNull())
      .addColumn('last_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_tallies_key', ['hour', 'scope', 'subject', 'decision']),
    schema.createIndex('audit_tallies_by_subject').on('audit_tallies').columns(['subject', 'hour']),
  ],
}
