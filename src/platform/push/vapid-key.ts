import type { Context } from '../../kernel/context.ts'
import {
  generateVapidJwk,
  importVapidKey,
  type VapidJwk,
  type VapidKey,
} from '../../kernel/web-push/vapid.ts'
import { localActor, recordAudit } from '../audit/entries.ts'
import { findPushKey, insertPushKey } from './store.ts'
import type { PushKeyRow } from './tables.ts'

const sealPurpose = 'push-key'

/** Created at the first start and kept: processes that start at the same time agree on one. */
export async function ensureVapidKey(context: Context): Promise<VapidKey> {
  const row = (await findPushKey(context.database)) ?? (await makeKey(context))
  return importVapidKey(JSON.parse(context.vault.open(sealPurpose, row.private_jwk)) as VapidJwk)
}

async function makeKey(context: Context): Promise<PushKeyRow> {
  const { database, vault, clock } = context
  const jwk = JSON.stringify(generateVapidJwk())
  const fresh: PushKeyRow = {
    id: 'vapid',
    private_jwk: vault.seal(sealPurpose, jwk),
    created_at: clock.now(),
  }
  return database.write(async (tx) => {
    if (await insertPushKey(tx, fresh)) {
      await recordAudit(tx, context, {
        actor: localActor,
        action: 'push-key.create',
        subject: 'push-key:vapid',
      })
      return fresh
    }
    const other = await findPushKey(tx)
    if (other === undefined) throw new Error('the key for push messages is gone')
    return other
  })
}
