import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables } from '../base/tables.ts'

const { tx } = storeOf<IssuerTables>()
type LostRow = IssuerTables['issuer_lost_devices']
type Limits = { now: number; most: number }

/**
 * An address has one code at a time: an expired one is replaced, and a live one stays. False: the address already has a
 * live code.
 */
export const insertLostDevice = tx.guarded((db, p: Omit<LostRow, 'failures'>, limits: Limits) =>
  db
    .insertInto('issuer_lost_devices')
    .values({
      address_digest: p.address_digest,
      code_digest: p.code_digest,
      failures: 0,
      expires_at: p.expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .column('address_digest')
        .doUpdateSet({ code_digest: p.code_digest, failures: 0, expires_at: p.expires_at })
        .where((row) =>
          row.or([
            row('issuer_lost_devices.expires_at', '<=', limits.now),
            row('issuer_lost_devices.failures', '>=', limits.most),
          ]),
        ),
    ),
)

/** Counts an attempt before checking the code, so that concurrent attempts cannot exceed the limit. */
const attempt = tx.changed((db, p: { address_digest: string; now: number; most: number }) =>
  db
    .updateTable('issuer_lost_devices')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('address_digest', '=', p.address_digest)
    .where('expires_at', '>', p.now)
    .where('failures', '<', p.most),
)

const spend = tx.guarded((db, p: { address_digest: string; code_digest: string }) =>
  db
    .deleteFrom('issuer_lost_devices')
    .where('address_digest', '=', p.address_digest)
    .where('code_digest', '=', p.code_digest),
)

export const deleteLostDevices = createSweep('issuer_lost_devices', {
  key: ['address_digest'],
  by: 'expires_at',
})

/** True only once, for the right code before it expires and before too many wrong attempts. */
export async function spendLostDevice(
  tx: Transaction,
  given: { address_digest: string; code_digest: string },
  limits: Limits,
): Promise<boolean> {
  const counted = await attempt(tx, { address_digest: given.address_digest, ...limits })
  return counted === 1 && (await spend(tx, given))
}
