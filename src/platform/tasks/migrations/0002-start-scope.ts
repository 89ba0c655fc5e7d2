import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const taskStartScopeMigration: Migration = {
  name: 'platform/0002-task-start-scope',
  statements: ({ schema }) => [schema.alterTable('tasks').addColumn('start_scope', 'text')],
}
