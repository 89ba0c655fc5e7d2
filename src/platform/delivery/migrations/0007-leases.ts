import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/**
 * A message that the process which wrote it hands over by itself needs no job; what is under way is few at any time.
 * Those that are over are found by their ids.
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
