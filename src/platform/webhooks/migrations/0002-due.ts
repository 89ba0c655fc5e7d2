import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/**
 * Each delivery has its own time for the next attempt. Deliveries queued by a process of an older release are due
 * immediately.
 */
export const webhooksDueMigration: Migration = {
  name: 'platform/0002-webhooks-due',
  statements: ({ schema, types }) => [
    schema
      .alterTable('webhook_deliveries')
      .addColumn('due_at', types.integer, (column) => column.notNull().defaultTo(0)),
    schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['endpoint_id', 'due_at'])
      .where(sql.ref('state'), '=', 'queued'),
  ],
}
