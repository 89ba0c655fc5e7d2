import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

export const createViews: Migration = {
  name: 'events/0002-views',
  statements: ({ schema, createTable, types }) => [
    createTable('events_views')
      .addColumn('id', types.ordered, (column) => column.primaryKey())
      .addColumn('organisation_id', types.ordered, (column) => column.notNull())
      .addColumn('event_id', types.ordered, (column) => column.notNull())
      .addColumn('operator_id', types.ordered, (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('shared', types.integer, (column) => column.notNull())
      .addColumn('definition', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull()),
    schema.createIndex('events_views_by_event').on('events_views').columns(['event_id', 'operator_id', 'id']),
  ],
}
