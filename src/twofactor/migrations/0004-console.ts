import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Indexes for the console's lists: an application's users, locked users and approvals, newest first. */
export const orderForConsole: Migration = {
  name: 'twofactor/0004-console',
  statements: ({ schema }) => [
    schema.createIndex('twofactor_users_newest').on('twofactor_users').columns(['application_id', 'id']),
    schema
      .createIndex('twofactor_users_locked')
      .on('twofactor_users')
      .columns(['application_id', 'id'])
      .where(sql.ref('failures'), '>=', sql.lit(10)),
    schema
      .createIndex('twofactor_approvals_newest')
      .on('twofactor_approvals')
      .columns(['application_id', 'status', 'uuid']),
    schema
      .createIndex('twofactor_guard_trips_newest')
      .on('twofactor_guard_trips')
      .columns(['organisation_id', 'last_at']),
  ],
}
