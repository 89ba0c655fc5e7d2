import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Adds indexes on times, so that sweeps find expired rows. */
export const orderEventsForSweeps: Migration = {
  name: 'events/0005-retention',
  statements: ({ schema }) => [
    schema.createIndex('events_nonces_over').on('events_nonces').column('created_at'),
  ],
}
