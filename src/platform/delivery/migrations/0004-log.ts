import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** Indexes of failed messages only, so that the many successful ones cost nothing extra. */
export const deliveryLogMigration: Migration = {
  name: 'platform/0004-delivery-log',
  statements: ({ schema }) =>
    (['failed', 'expired'] as const).map((state) =>
      schema
        .createIndex(`messages_${state}`)
        .on('messages')
        .column('id')
        .where(sql.ref('state'), '=', sql.lit(state)),
    ),
}
