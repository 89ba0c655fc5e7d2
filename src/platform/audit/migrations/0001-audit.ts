import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const audit0001: Migration = {
  name: 'platform/0001-audit',
  statements: ({ createTable, schema, types }) => [
    createTable('audit_entries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('detail', 'text')
      .addColumn('block', types.integer),
    // Each entry is in only one of the two indexes, so recording one updates only one.
    schema
      .createIndex('audit_entries_unsealed')
      .on('audit_entries')
      .column('id')
      .where(sql.ref('block'), 'is', null),
    schema
      .createIndex('audit_entries_sealed')
      .on('audit_entries')
      .columns(['block', 'id'])
      .where(sql.ref('block'), 'is not', null),
    createTable('audit_blocks')
      .addColumn('number', types.integer, (column) => column.primaryKey())
      .addColumn('entries', types.integer, (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('closing', 'text'),
  ],
}
