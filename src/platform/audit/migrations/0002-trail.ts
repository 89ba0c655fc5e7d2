import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

export const auditTrailMigration: Migration = {
  name: 'platform/0002-audit-trail',
  statements: ({ schema }) => [
    schema.createIndex('audit_entries_actor').on('audit_entries').columns(['actor', 'id']),
    schema.createIndex('audit_entries_subject').on('audit_entries').columns(['subject', 'id']),
  ],
}
