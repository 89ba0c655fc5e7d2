import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Lets the console list all keys, or only those of applications, newest first. */
export const orderKeys: Migration = {
  name: 'issuer/0003-console',
  statements: ({ schema }) => [
    schema.createIndex('issuer_keys_newest').on('issuer_keys').columns(['created_at', 'fingerprint']),
    schema
      .createIndex('issuer_keys_applications')
      .on('issuer_keys')
      .columns(['created_at', 'fingerprint'])
      .where(sql.ref('kind'), '=', sql.lit('application')),
  ],
}
