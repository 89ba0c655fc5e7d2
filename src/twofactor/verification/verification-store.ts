import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { TwofactorTables, VerificationRow } from '../base/tables.ts'

const statement = statementsOf<TwofactorTables>()
type Name = Pick<VerificationRow, 'application_id' | 'phone_digest'>

/** A live one stays, with its code; one that is over or used makes room. */
const start = statement((db, p: Omit<VerificationRow, 'failures' | 'used_at'> & { now: number }) =>
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
            row('twofactor_verifications.expires_at', '<=', p.now),
            row('twofactor_verifications.used_at', 'is not', null),
          ]),
        ),
    ),
)
const find = statement((db, p: Name) =>
  db
    .selectFrom('twofactor_verifications')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('phone_digest', '=', p.phone_digest),
)
/** A try counts before it is judged. */
const attempt = statement((db, p: Name & { now: number; most: number }) =>
  db
    .updateTable('twofactor_verifications')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('application_id', '=', p.application_id)
    .where('phone_digest', '=', p.phone_digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now)
    .where('failures', '<', p.most)
    .returning(['uuid', 'code', 'failures']),
)
const use = statement((db, p: Name & { now: number }) =>
  db
    .updateTable('twofactor_verifications')
    .set({ used_at: p.now, code: '' })
    .where('application_id', '=', p.application_id)
    .where('phone_digest', '=', p.phone_digest)
    .where('used_at', 'is', null),
)

export async function startVerificationRow(
  tx: Transaction,
  row: Omit<VerificationRow, 'failures' | 'used_at'>,
  now: number,
): Promise<boolean> {
  return (await tx.run(start, { ...row, now })) === 1
}

export function findVerification(db: Reader, name: Name): Promise<VerificationRow | undefined> {
  return db.first(find, name)
}

/** Undefined: there is none that may be tried. */
export function takeTry(tx: Transaction, name: Name, now: number, most: number) {
  return tx.first(attempt, { ...name, now, most })
}

export async function useVerification(tx: Transaction, name: Name, now: number): Promise<boolean> {
  return (await tx.run(use, { ...name, now })) === 1
}
