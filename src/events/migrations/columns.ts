import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Columns that members of records have got since their tables were made: one migration each, the newest last. */
export const addedColumns: readonly Migration[] = [
  {
    name: 'events/0008-accessibility-note',
    statements: ({ schema }) => [schema.alterTable('events_events').addColumn('accessibility_note', 'text')],
  },
]
