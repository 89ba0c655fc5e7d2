import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const createInstallation: Migration = {
  name: 'platform/installation-0001',
  statements: ({ createTable }) => [
    createTable('installation')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull()),
  ],
}
