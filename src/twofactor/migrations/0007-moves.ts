import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** An enrolment can name the device that the new one replaces. */
export const addReplacedDevices: Migration = {
  name: 'twofactor/0007-moves',
  statements: ({ schema }) => [schema.alterTable('twofactor_enrolments').addColumn('replaces', 'text')],
}
