import { sql } from 'kysely'
import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/**
 * Indexes by time, and by each text that can be searched, whole or by its beginning. They include the time, so that a
 * time range is found without reading rows.
 */
export const auditTrailOrderMigration: Migration = {
  name: 'platform/0003-audit-trail-order',
  statements: ({ schema, types }) => [
    schema.createIndex('audit_entries_time').on('audit_entries').columns(['at', 'id']),
    ...(['actor', 'subject', 'action'] as const).map((name) =>
      schema
        .createIndex(`audit_entries_${name}_time`)
        .on('audit_entries')
        .expression(sql`${sql.ref(name)} collate ${types.byteOrder}, ${sql.ref('at')}, ${sql.ref('id')}`),
    ),
    schema.dropIndex('audit_entries_actor'),
    schema.dropIndex('audit_entries_subject'),
  ],
}
