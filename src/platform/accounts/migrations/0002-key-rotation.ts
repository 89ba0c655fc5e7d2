import type { Migration } from '../../../kernel/database/maintenance/migrate.ts'

/** A key may have a successor and an end; an organisation's lists are read newest first. */
export const accounts0002: Migration = {
  name: 'platform/0002-key-rotation',
  statements: ({ schema, types }) => [
    schema.alterTable('api_keys').addColumn('ends_at', types.integer),
    schema.alterTable('api_keys').addColumn('successor_id', 'text'),
    schema.createIndex('api_keys_organisation').on('api_keys').columns(['organisation_id', 'service', 'id']),
    schema.createIndex('api_keys_application').on('api_keys').columns(['application_id', 'id']),
    schema
      .createIndex('applications_organisation')
      .on('applications')
      .columns(['organisation_id', 'service', 'id']),
  ],
}
