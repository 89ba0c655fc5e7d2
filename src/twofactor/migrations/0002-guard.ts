import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

export const createGuardTables: Migration = {
  name: 'twofactor/0002-guard',
  statements: ({ createTable, types: { integer } }) => [
    createTable('twofactor_organisations')
      .addColumn('organisation_id', 'text', (column) => column.primaryKey())
      .addColumn('quota', integer, (column) => column.notNull()),
    createTable('twofactor_organisation_sends')
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('sends', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('twofactor_organisation_sends_key', ['organisation_id', 'day'] as never),
    createTable('twofactor_guard_trips')
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('country', 'text')
      .addColumn('sends', integer, (column) => column.notNull())
      .addColumn('verified', integer, (column) => column.notNull())
      .addColumn('window_ms', integer, (column) => column.notNull())
      .addColumn('refused', integer, (column) => column.notNull())
      .addColumn('tripped_at', integer, (column) => column.notNull())
      .addColumn('last_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('twofactor_guard_trips_key', [
        'organisation_id',
        'reason',
        'subject',
      ] as never),
  ],
}
