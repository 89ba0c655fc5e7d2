import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** What is over is found by its time. */
export const orderEventsForSweeps: Migration = {
  name: 'events/0005-retention',
  statements: ({ schema }) => [
    schema.createIndex('events_nonces_over').on('events_nonces').column('created_at'),
  ],
}
