import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/**
 * Counts wrong app tokens separately from wrong sent codes, which keep the column that counted both. Either count
 * locks a user, so the index of locked users is now by the lock instead of by one count.
 */
export const countFailuresByKind: Migration = {
  name: 'twofactor/0005-failures-by-kind',
  statements: ({ schema, types: { integer } }) => [
    schema
      .alterTable('twofactor_users')
      .addColumn('app_failures', integer, (column) => column.notNull().defaultTo(0)),
    schema.dropIndex('twofactor_users_locked'),
    schema
      .createIndex('twofactor_users_locked')
      .on('twofactor_users')
      .columns(['application_id', 'id'])
      .where((row) =>
        row.or([row(sql.ref('shut_at'), 'is not', null), row(sql.ref('locked_until'), 'is not', null)]),
      ),
  ],
}
