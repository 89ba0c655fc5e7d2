import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Indexes by time, with which the sweeps find expired rows. */
export const orderIssuerForSweeps: Migration = {
  name: 'issuer/0004-retention',
  statements: ({ schema }) => [
    schema.createIndex('issuer_cooldowns_over').on('issuer_cooldowns').column('until'),
    schema.createIndex('issuer_lost_devices_over').on('issuer_lost_devices').column('expires_at'),
  ],
}
