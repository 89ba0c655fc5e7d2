import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Lets links and tickets be withdrawn: those of an earlier generation are no longer valid. */
export const addLinkGenerations: Migration = {
  name: 'events/0005-link-generations',
  statements: ({ schema, types }) => [
    schema
      .alterTable('events_registrations')
      .addColumn('link_generation', types.integer, (column) => column.notNull().defaultTo(0)),
    schema
      .alterTable('events_attendees')
      .addColumn('ticket_generation', types.integer, (column) => column.notNull().defaultTo(0)),
  ],
}
