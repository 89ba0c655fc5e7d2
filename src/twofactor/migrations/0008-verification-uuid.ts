import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** An application reads the status of a verification by its uuid. */
export const indexVerifications: Migration = {
  name: 'twofactor/0008-verification-uuid',
  statements: ({ schema }) => [
    schema
      .createIndex('twofactor_verifications_uuid')
      .on('twofactor_verifications')
      .columns(['application_id', 'uuid']),
  ],
}
