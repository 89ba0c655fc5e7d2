import { storeOf } from '../../kernel/database/store.ts'
import type { TwofactorTables, VerificationRow } from '../base/tables.ts'

const { one, tx } = storeOf<TwofactorTables>()
type Name = Pick<VerificationRow, 'application_id' | 'phone_digest'>

/** A live verification keeps its code; one that expired or was used is replaced. */
export const startVerificationRow = tx.guarded(
  (db, p: Omit<VerificationRow, 'failures' | 'used_at'>, now: number) =>
    db
      .insertInto('twofactor_verifications')
      .values({
        application_id: p.application_id,
        phone_digest: p.phone_digest,
        uuid: p.uuid,
        code: p.code,
        expires_at: p.expires_at,
        failures: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['application_id', 'phone_digest'])
          .doUpdateSet({ uuid: p.uuid, code: p.code, expires_at: p.expires_at, failures: 0, used_at: null })
          .where((row) =>
            row.or([
              row('twofactor_verifications.expires_at', '<=', now),
              row('twofactor_verifications.used_at', 'is not', null),
            ]),
          ),
      ),
)

export const findVerification = one((db, p: Name) =>
  db
    .selectFrom('twofactor_verifications')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('phone_digest', '=', p.phone_digest),
)

export const findVerificationByUuid = one((db, p: Pick<VerificationRow, 'application_id' | 'uuid'>) =>
  db
    .selectFrom('twofactor_verifications')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('uuid', '=', p.uuid),
)

/** Counts the attempt before it is checked. Undefined: there is no verification that can be tried. */
export const takeTry = tx.one((db, name: Name, now: number, most: number) =>
  db
    .updateTable('twofactor_verifications')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('application_id', '=', name.application_id)
    .where('phone_digest', '=', name.phone_digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', most)
    .returning(['uuid', 'code', 'failures']),
)

export const useVerification = tx.guarded((db, name: Name, now: number) =>
  db
    .updateTable('twofactor_verifications')
    .set({ used_at: now, code: '' })
    .where('application_id', '=', name.application_id)
    .where('phone_digest', '=', name.phone_digest)
    .where('used_at', 'is', null),
)
