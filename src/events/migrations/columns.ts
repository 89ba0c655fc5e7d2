import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Columns added to records after their tables were created: one migration each, newest last. */
export const addedColumns: readonly Migration[] = [
  {
    name: 'events/0008-accessibility-note',
    statements: ({ schema }) => [schema.alterTable('events_events').addColumn('accessibility_note', 'text')],
  },
]
