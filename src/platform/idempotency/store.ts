import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IdempotencyTables } from './tables.ts'

const { one, run, guarded } = storeOf<IdempotencyTables>()

export type KeyName = { scope: string; key: string }

type NewKey = KeyName & { request_digest: string; created_at: number; expires_at: number }

/**
 * Returns whether this request got the key; false if an earlier one has it. A concurrent request with the same key
 * waits here until the first one commits or is rolled back; an expired key is new again.
 */
export const reserveKey = guarded((db, p: NewKey) =>
  db
    .insertInto('idempotency_keys')
    .values({
      scope: p.scope,
      key: p.key,
      request_digest: p.request_digest,
      created_at: p.created_at,
      expires_at: p.expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet((eb) => ({
          request_digest: eb.ref('excluded.request_digest'),
          status: null,
          headers: null,
          body: null,
          created_at: eb.ref('excluded.created_at'),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .where('idempotency_keys.expires_at', '<=', p.created_at),
    ),
)

export const findKey = one((db, p: KeyName) =>
  db.selectFrom('idempotency_keys').selectAll().where('scope', '=', p.scope).where('key', '=', p.key),
)

export const completeKey = run((db, p: KeyName & { status: number; headers: string; body: string }) =>
  db
    .updateTable('idempotency_keys')
    .set({ status: p.status, headers: p.headers, body: p.body })
    .where('scope', '=', p.scope)
    .where('key', '=', p.key),
)

export const deleteKey = run((db, p: KeyName) =>
  db.deleteFrom('idempotency_keys').where('scope', '=', p.scope).where('key', '=', p.key),
)

/** Deletes keys that no client may repeat any more; returns the number of rows. */
export const sweepIdempotencyKeys = createSweep('idempotency_keys', {
  key: ['scope', 'key'],
  by: 'expires_at',
  inclusive: true,
})
