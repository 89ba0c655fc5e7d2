import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** What went wrong is found among what went well; the many that went well pay nothing for it. */
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
