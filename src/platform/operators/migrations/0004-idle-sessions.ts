import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** A session also ends if it was not used for long: the sweep finds those by their last use. */
export const orderIdleSessionsMigration: Migration = {
  name: 'platform/0004-idle-sessions',
  statements: ({ schema }) => [
    schema.createIndex('operator_sessions_idle').on('operator_sessions').column('used_at'),
  ],
}
