import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const tasksMigration: Migration = {
  name: 'platform/0001-tasks',
  statements: ({ schema, types, createTable }) => [
    createTable('tasks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text')
      .addColumn('scope', 'text')
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('done', types.integer, (column) => column.notNull())
      .addColumn('total', types.integer)
      .addColumn('checkpoint', 'text')
      .addColumn('chunks', types.integer, (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('failure', 'text')
      .addColumn('file_name', 'text')
      .addColumn('file_type', 'text')
      .addColumn('run', 'text')
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('started_at', types.integer)
      .addColumn('finished_at', types.integer),
    schema.createIndex('tasks_of_organisation').on('tasks').columns(['organisation_id', 'id']),
    schema.createIndex('tasks_over').on('tasks').column('finished_at').where('finished_at', 'is not', null),
    createTable('task_outputs')
      .addColumn('task_id', 'text', (column) => column.notNull())
      .addColumn('seq', types.integer, (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_outputs_key', ['task_id', 'seq']),
  ],
}
