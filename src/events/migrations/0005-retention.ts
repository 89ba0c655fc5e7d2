import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Adds an index on the time of nonces, so that the sweep finds expired ones. */
export const orderEventsForSweeps: Migration = {
  name: 'events/0005-retention',
  statements: ({ schema }) => [
    schema.createIndex('events_nonces_over').on('events_nonces').column('created_at'),
  ],
}
