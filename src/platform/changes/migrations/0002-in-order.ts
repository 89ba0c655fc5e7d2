import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** Old changes are the first ones, so they are found by their numbers. */
export const changesInOrderMigration: Migration = {
  name: 'platform/0002-changes-in-order',
  statements: ({ schema }) => [schema.dropIndex('changes_at')],
}
