import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const receiptsMigration: Migration = {
  name: 'platform/0002-receipts',
  statements: ({ schema, types }) => [
    schema.alterTable('messages').addColumn('locale', 'text'),
    schema.alterTable('messages').addColumn('gateway', 'text'),
    schema.alterTable('messages').addColumn('handed_at', types.integer),
    schema.alterTable('messages').addColumn('receipt', 'text'),
    schema.alterTable('messages').addColumn('receipt_at', types.integer),
    schema
      .createIndex('messages_reference')
      .on('messages')
      .columns(['gateway', 'provider_reference'])
      .where(sql.ref('provider_reference'), 'is not', null),
  ],
}
