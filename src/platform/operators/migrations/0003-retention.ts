import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** An index by time, with which the sweep finds expired invitations. */
export const orderInvitationsMigration: Migration = {
  name: 'platform/0003-operator-retention',
  statements: ({ schema }) => [
    schema.createIndex('operator_invitations_over').on('operator_invitations').column('expires_at'),
  ],
}
