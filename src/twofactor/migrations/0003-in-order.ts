import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** A user's seeds and devices are read oldest first: an index in that order saves every verification a sort. */
export const orderSeedsAndDevices: Migration = {
  name: 'twofactor/0003-in-order',
  statements: ({ schema }) =>
    (['seeds', 'devices'] as const).flatMap((name) => [
      schema.dropIndex(`twofactor_${name}_user`),
      schema
        .createIndex(`twofactor_${name}_in_order`)
        .on(`twofactor_${name}`)
        .columns(['user_id', 'created_at']),
    ]),
}
