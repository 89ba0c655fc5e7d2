import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/**
 * Lets the waiting list be served without reading all of it: `needs` names the places that a registration waits for,
 * and `serving` keeps free places for the list while a job serves it.
 */
export const indexWaitingList: Migration = {
  name: 'events/0009-waiting-list',
  statements: ({ schema, types, db }) => [
    schema
      .alterTable('events_places')
      .addColumn('serving', types.integer, (column) => column.notNull().defaultTo(0)),
    schema
      .alterTable('events_registrations')
      .addColumn('needs', types.ordered, (column) => column.notNull().defaultTo('')),
    // The people and the type are enough to begin with: what else is needed is noted when the list is next served.
    db
      .updateTable('events_registrations')
      .set({ needs: sql`cast(seats as text) || ' ' || coalesce(registration_type_id, '')` })
      .where('status', '=', sql.lit('waitlisted')),
    schema
      .createIndex('events_registrations_by_needs')
      .on('events_registrations')
      .columns(['event_id', 'needs', 'line'])
      .where(sql.ref('status'), '=', sql.lit('waitlisted')),
  ],
}
