import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/**
 * A message that the writing process sends itself needs no job; few are in progress at any time. Finished ones are
 * found by their ids.
 */
export const messageLeasesMigration: Migration = {
  name: 'platform/0007-message-leases',
  statements: ({ schema, types }) => [
    schema.alterTable('messages').addColumn('lease_until', types.integer),
    schema.dropIndex('messages_over'),
    schema.dropIndex('messages_open'),
    schema
      .createIndex('messages_open')
      .on('messages')
      .columns(['id', 'lease_until'])
      .where(sql.ref('text'), 'is not', null),
  ],
}
