import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/**
 * Indexes of messages in progress and of those that a gateway never answered: few at any time. Sent messages are in
 * neither.
 */
export const openMessagesMigration: Migration = {
  name: 'platform/0006-open-messages',
  statements: ({ schema }) => [
    schema.createIndex('messages_open').on('messages').column('id').where(sql.ref('text'), 'is not', null),
    schema
      .createIndex('messages_lost')
      .on('messages')
      .column('id')
      .where(sql.ref('state'), '=', sql.lit('unknown'))
      .where(sql.ref('text'), 'is', null),
  ],
}
