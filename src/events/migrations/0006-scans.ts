import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Adds the time of the scan that decides the status; a record without it was decided by its last time. */
export const addDecidingScan: Migration = {
  name: 'events/0006-scans',
  statements: ({ schema, types }) => [
    schema.alterTable('events_attendance').addColumn('decided_at', types.integer),
  ],
}
