import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Adds the settings of the registration page, and the codes it has sent to phones. */
export const createPage: Migration = {
  name: 'events/0004-page',
  statements: ({ schema, createTable, types }) => [
    schema
      .alterTable('events_events')
      .addColumn('confirm_by', 'text', (column) => column.notNull().defaultTo('none')),
    schema
      .alterTable('events_events')
      .addColumn('notify', 'text', (column) => column.notNull().defaultTo('page')),
    schema
      .alterTable('events_events')
      .addColumn('max_guests', types.integer, (column) => column.notNull().defaultTo(0)),
    createTable('events_page_codes')
      .addColumn('id', types.ordered, (column) => column.primaryKey())
      .addColumn('event_id', types.ordered, (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('tries', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addColumn('spent_at', types.integer),
    schema.createIndex('events_page_codes_by_expires_at').on('events_page_codes').columns(['expires_at']),
  ],
}
