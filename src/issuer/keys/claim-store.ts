import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { AddressDigests } from '../base/addresses.ts'
import type { IssuerTables } from '../base/tables.ts'

const { one, many, tx } = storeOf<IssuerTables>()
type ClaimRow = IssuerTables['issuer_claims']
type NewClaim = ClaimRow & AddressDigests

const remove = tx.run((db, p: { fingerprint: string; name: ClaimRow['name'] }) =>
  db.deleteFrom('issuer_claims').where('fingerprint', '=', p.fingerprint).where('name', '=', p.name),
)
/**
 * Selecting from the key's row gives one row to insert, or none if another key has the address in its other spelling.
 */
const insert = tx.guarded((db, p: NewClaim) =>
  db
    .insertInto('issuer_claims')
    .columns(['digest', 'fingerprint', 'name', 'confirmed_at'])
    .expression((from) =>
      from
        .selectFrom('issuer_keys')
        .select((row) => [
          row.val(p.digest).as('digest'),
          'fingerprint',
          row.val(p.name).as('name'),
          row.val(p.confirmed_at).as('confirmed_at'),
        ])
        .where('fingerprint', '=', p.fingerprint)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('issuer_claims')
                .select(sql.lit(1).as('one'))
                .where('issuer_claims.digest', '=', p.former),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.column('digest').doNothing()),
)

export const releaseClaims = tx.run((db, fingerprint: string) =>
  db.deleteFrom('issuer_claims').where('fingerprint', '=', fingerprint),
)

export const moveClaims = tx.run((db, from: string, to: string) =>
  db.updateTable('issuer_claims').set({ fingerprint: to }).where('fingerprint', '=', from),
)

/** Returns the newest claim if keys confirmed both spellings of the address before those counted as one address. */
export const findClaim = one((db, p: AddressDigests) =>
  db
    .selectFrom('issuer_claims')
    .selectAll()
    .where('digest', 'in', [p.digest, p.former])
    .orderBy('confirmed_at', 'desc')
    .limit(1),
)

export const listClaims = many((db, fingerprint: string) =>
  db.selectFrom('issuer_claims').selectAll().where('fingerprint', '=', fingerprint).orderBy('name'),
)

/** Replaces the key's previous claim of that name. False: another live key has the address. */
export async function replaceClaim(tx: Transaction, claim: NewClaim): Promise<boolean> {
  await remove(tx, { fingerprint: claim.fingerprint, name: claim.name })
  return insert(tx, claim)
}
