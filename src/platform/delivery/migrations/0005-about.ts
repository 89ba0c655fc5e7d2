import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/**
 * Records whose message it is: operators list the messages of an application, or of one of its users, newest first.
 */
export const aboutMigration: Migration = {
  name: 'platform/0005-about',
  statements: ({ schema }) => [
    schema.alterTable('messages').addColumn('organisation_id', 'text'),
    schema.alterTable('messages').addColumn('application_id', 'text'),
    schema.alterTable('messages').addColumn('owner_id', 'text'),
    schema.alterTable('messages').addColumn('masked', 'text'),
    schema
      .createIndex('messages_application')
      .on('messages')
      .columns(['application_id', 'id'])
      .where(sql.ref('application_id'), 'is not', null),
    schema
      .createIndex('messages_owner')
      .on('messages')
      .columns(['owner_id', 'id'])
      .where(sql.ref('owner_id'), 'is not', null),
  ],
}
