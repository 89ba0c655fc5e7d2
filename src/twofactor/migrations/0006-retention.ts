import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Indexes by time, with which the sweeps find expired rows. */
export const orderForSweeps: Migration = {
  name: 'twofactor/0006-retention',
  statements: ({ schema }) => [
    schema
      .createIndex('twofactor_approvals_ended')
      .on('twofactor_approvals')
      .column('updated_at')
      .where(sql.ref('status'), '!=', sql.lit('pending')),
    ...Object.entries({
      codes: 'expires_at',
      verifications: 'expires_at',
      enrolments: 'expires_at',
      spent_tokens: 'expires_at',
      recent_sends: 'sent_at',
      prefixes: 'second',
      quotas: 'day',
      organisation_sends: 'day',
      guard_trips: 'last_at',
    }).map(([name, column]) =>
      schema.createIndex(`twofactor_${name}_over`).on(`twofactor_${name}`).column(column),
    ),
  ],
}
