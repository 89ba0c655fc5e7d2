import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

export const createTwofactor: Migration = {
  name: 'twofactor/0001-twofactor',
  statements: ({ createTable, schema, types: { integer } }) => [
    createTable('twofactor_users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('number', integer, (column) => column.notNull())
      .addColumn('phone_digest', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('country_code', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('removed_at', integer)
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('locked_until', integer)
      .addColumn('shut_at', integer)
      .addColumn('denials', integer, (column) => column.notNull())
      .addColumn('push_after', integer)
      .addColumn('confirmed', integer, (column) => column.notNull()),
    schema
      .createIndex('twofactor_users_number')
      .on('twofactor_users')
      .columns(['application_id', 'number'])
      .unique(),
    schema
      .createIndex('twofactor_users_phone')
      .on('twofactor_users')
      .columns(['application_id', 'phone_digest'])
      .unique()
      .where(sql.ref('removed_at'), 'is', null),
    createTable('twofactor_codes')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('sent_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('used_at', integer)
      .addPrimaryKeyConstraint('twofactor_codes_key', ['user_id', 'action'] as never),
    createTable('twofactor_seeds')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('seed', 'text', (column) => column.notNull())
      .addColumn('last_step', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
    schema.createIndex('twofactor_seeds_user').on('twofactor_seeds').column('user_id'),
    createTable('twofactor_devices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('jwk', 'text', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('os_type', 'text')
      .addColumn('devtoken', 'text')
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('seen_at', integer, (column) => column.notNull()),
    schema.createIndex('twofactor_devices_user').on('twofactor_devices').column('user_id'),
    schema
      .createIndex('twofactor_devices_key')
      .on('twofactor_devices')
      .columns(['fingerprint', 'user_id'])
      .unique(),
    createTable('twofactor_enrolments')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('used_at', integer),
    createTable('twofactor_verifications')
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('phone_digest', 'text', (column) => column.notNull())
      .addColumn('uuid', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('used_at', integer)
      .addPrimaryKeyConstraint('twofactor_verifications_key', ['application_id', 'phone_digest'] as never),
    createTable('twofactor_approvals')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('hidden_details', 'text', (column) => column.notNull())
      .addColumn('logos', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('numbers', 'text')
      .addColumn('notified', integer, (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('signature', 'text')
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addColumn('processed_at', integer)
      .addColumn('expires_at', integer)
      .addColumn('seconds_to_expire', integer, (column) => column.notNull()),
    schema
      .createIndex('twofactor_approvals_user')
      .on('twofactor_approvals')
      .columns(['user_id', 'status', 'created_at']),
    schema
      .createIndex('twofactor_approvals_end')
      .on('twofactor_approvals')
      .column('expires_at')
      .where(sql.ref('status'), '=', sql.lit('pending')),
    createTable('twofactor_callbacks')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('due_at', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
    schema
      .createIndex('twofactor_callbacks_due')
      .on('twofactor_callbacks')
      .columns(['application_id', 'due_at']),
    createTable('twofactor_stats')
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('sms', integer, (column) => column.notNull())
      .addColumn('calls', integer, (column) => column.notNull())
      .addColumn('users', integer, (column) => column.notNull())
      .addColumn('removed', integer, (column) => column.notNull())
      .addColumn('auths', integer, (column) => column.notNull())
      .addColumn('api_calls', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('twofactor_stats_key', ['application_id', 'month'] as never),
    createTable('twofactor_recent_sends')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('sent_at', integer, (column) => column.notNull()),
    createTable('twofactor_prefixes')
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('second', integer, (column) => column.notNull())
      .addColumn('sends', integer, (column) => column.notNull())
      .addColumn('verified', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('twofactor_prefixes_key', ['prefix', 'second'] as never),
    createTable('twofactor_quotas')
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('sends', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('twofactor_quotas_key', ['application_id', 'day'] as never),
    createTable('twofactor_spent_tokens')
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('jti', 'text', (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('twofactor_spent_tokens_key', ['fingerprint', 'jti'] as never),
  ],
}
