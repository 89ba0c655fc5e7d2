import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AddressDigests } from '../base/addresses.ts'
import type { IssuerTables } from '../base/tables.ts'

const statement = statementsOf<IssuerTables>()
type ClaimRow = IssuerTables['issuer_claims']
type NewClaim = ClaimRow & AddressDigests

const remove = statement((db, p: { fingerprint: string; name: ClaimRow['name'] }) =>
  db.deleteFrom('issuer_claims').where('fingerprint', '=', p.fingerprint).where('name', '=', p.name),
)
/** The key is there, so that it gives one row; none where another key has the address in its other spelling. */
const insert = statement((db, p: NewClaim) =>
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
const removeAll = statement((db, p: { fingerprint: string }) =>
  db.deleteFrom('issuer_claims').where('fingerprint', '=', p.fingerprint),
)
const moveAll = statement((db, p: { from: string; to: string }) =>
  db.updateTable('issuer_claims').set({ fingerprint: p.to }).where('fingerprint', '=', p.from),
)
const byDigest = statement((db, p: AddressDigests) =>
  db
    .selectFrom('issuer_claims')
    .selectAll()
    .where('digest', 'in', [p.digest, p.former])
    .orderBy('confirmed_at', 'desc')
    .limit(1),
)
const ofKey = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_claims').selectAll().where('fingerprint', '=', p.fingerprint).orderBy('name'),
)

/** Takes the place of the key's former claim of that name. False: another live key has the address. */
export async function replaceClaim(tx: Transaction, claim: NewClaim): Promise<boolean> {
  await tx.run(remove, { fingerprint: claim.fingerprint, name: claim.name })
  return (await tx.run(insert, claim)) === 1
}

export async function releaseClaims(tx: Transaction, fingerprint: string): Promise<void> {
  await tx.run(removeAll, { fingerprint })
}

export async function moveClaims(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.run(moveAll, { from, to })
}

/** The newest, where keys confirmed the address in both spellings while those were two addresses. */
export function findClaim(db: Reader, digests: AddressDigests): Promise<ClaimRow | undefined> {
  return db.first(byDigest, digests)
}

export function listClaims(db: Reader, fingerprint: string): Promise<ClaimRow[]> {
  return db.all(ofKey, { fingerprint })
}
