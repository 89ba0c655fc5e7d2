import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const subjectMigration: Migration = {
  name: 'platform/0003-subject',
  statements: ({ schema }) => [schema.alterTable('messages').addColumn('subject', 'text')],
}
