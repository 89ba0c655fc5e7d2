import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

export const createScopeJobs: Migration = {
  name: 'issuer/0002-scope-jobs',
  statements: ({ createTable, schema, types }) => [
    schema.alterTable('issuer_keys').addColumn('verified_name', 'text'),
    createTable('issuer_jobs')
      .addColumn('job', 'text', (column) => column.primaryKey())
      .addColumn('ticket', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('app', 'text')
      .addColumn('sub', 'text')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('message', 'text')
      .addColumn('nonce', 'text')
      .addColumn('callback', 'text')
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('test', types.integer, (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('failures', types.integer, (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('code_digest', 'text')
      .addColumn('answered_by', 'text')
      .addColumn('token', 'text')
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addColumn('ended_at', types.integer),
    schema.createIndex('issuer_jobs_sub').on('issuer_jobs').columns(['sub', 'status', 'expires_at']),
    schema.createIndex('issuer_jobs_app').on('issuer_jobs').columns(['app', 'status', 'expires_at']),
    schema.createIndex('issuer_jobs_expiry').on('issuer_jobs').columns(['status', 'expires_at']),
    schema.createIndex('issuer_jobs_end').on('issuer_jobs').column('ended_at'),
    createTable('issuer_spent_tokens')
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('jti', 'text', (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('issuer_spent_tokens_key', ['fingerprint', 'jti'] as never),
    schema.createIndex('issuer_spent_tokens_expiry').on('issuer_spent_tokens').column('expires_at'),
    createTable('issuer_claims')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', types.integer, (column) => column.notNull()),
    schema.createIndex('issuer_claims_key').on('issuer_claims').columns(['fingerprint', 'name']).unique(),
    createTable('issuer_cooldowns')
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('sub', 'text', (column) => column.notNull())
      .addColumn('denials', types.integer, (column) => column.notNull())
      .addColumn('until', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('issuer_cooldowns_key', ['app', 'sub'] as never),
    createTable('issuer_blocks')
      .addColumn('sub', 'text', (column) => column.notNull())
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('issuer_blocks_key', ['sub', 'app'] as never),
    createTable('issuer_lost_devices')
      .addColumn('address_digest', 'text', (column) => column.primaryKey())
      .addColumn('code_digest', 'text', (column) => column.notNull())
      .addColumn('failures', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull()),
  ],
}
