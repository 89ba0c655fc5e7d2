import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Adds the order of arrivals, and contacts that wait to be imported. */
export const createArrivalsAndImports: Migration = {
  name: 'events/0003-arrivals-and-imports',
  statements: ({ schema, types, createTable }) => [
    schema
      .createIndex('events_attendance_by_arrival')
      .on('events_attendance')
      .columns(['event_id', 'session_id', 'checked_in_at', 'attendee_id']),
    createTable('events_import_parts')
      .addColumn('organisation_id', types.ordered, (column) => column.notNull())
      .addColumn('import_id', types.ordered, (column) => column.notNull())
      .addColumn('position', types.integer, (column) => column.notNull())
      .addColumn('list_id', types.ordered, (column) => column.notNull())
      .addColumn('contacts', 'text', (column) => column.notNull())
      .addColumn('size', types.integer, (column) => column.notNull())
      .addColumn('task_id', types.ordered)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('events_import_parts_key', [
        'organisation_id',
        'import_id',
        'position',
      ] as never),
    schema.createIndex('events_import_parts_by_time').on('events_import_parts').column('created_at'),
  ],
}
