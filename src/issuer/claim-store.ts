import type { Reader, Transaction } from '../kernel/database/database.ts'
import { statementsOf } from '../kernel/database/statement.ts'
import type { IssuerTables } from './tables.ts'

const statement = statementsOf<IssuerTables>()
type ClaimRow = IssuerTables['issuer_claims']

const remove = statement((db, p: { fingerprint: string; name: ClaimRow['name'] }) =>
  db.deleteFrom('issuer_claims').where('fingerprint', '=', p.fingerprint).where('name', '=', p.name),
)
const insert = statement((db, p: ClaimRow) =>
  db
    .insertInto('issuer_claims')
    .values({ digest: p.digest, fingerprint: p.fingerprint, name: p.name, confirmed_at: p.confirmed_at })
    .onConflict((conflict) => conflict.column('digest').doNothing()),
)
const removeAll = statement((db, p: { fingerprint: string }) =>
  db.deleteFrom('issuer_claims').where('fingerprint', '=', p.fingerprint),
)
const moveAll = statement((db, p: { from: string; to: string }) =>
  db.updateTable('issuer_claims').set({ fingerprint: p.to }).where('fingerprint', '=', p.from),
)
const byDigest = statement((db, p: { digest: string }) =>
  db.selectFrom('issuer_claims').selectAll().where('digest', '=', p.digest),
)
const ofKey = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_claims').selectAll().where('fingerprint', '=', p.fingerprint).orderBy('name'),
)

/** Takes the place of the key's former claim of that name. False: another live key has the address. */
export async function replaceClaim(tx: Transaction, claim: ClaimRow): Promise<boolean> {
  await tx.run(remove, { fingerprint: claim.fingerprint, name: claim.name })
  return (await tx.run(insert, claim)) === 1
}

export async function releaseClaims(tx: Transaction, fingerprint: string): Promise<void> {
  await tx.run(removeAll, { fingerprint })
}

export async function moveClaims(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.run(moveAll, { from, to })
}

export function findClaim(db: Reader, digest: string): Promise<ClaimRow | undefined> {
  return db.first(byDigest, { digest })
}

export function listClaims(db: Reader, fingerprint: string): Promise<ClaimRow[]> {
  return db.all(ofKey, { fingerprint })
}
