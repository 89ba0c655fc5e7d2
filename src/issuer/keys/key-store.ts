import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { IssuerTables, KeyRow } from '../base/tables.ts'

const statement = statementsOf<IssuerTables>()

/** A key that is there, revoked or not, is left as it is: a revoked key never comes back. */
const insertNewKey = statement((db, p: KeyRow) =>
  db
    .insertInto('issuer_keys')
    .values({
      fingerprint: p.fingerprint,
      kind: p.kind,
      name: p.name,
      jwk: p.jwk,
      callbacks: p.callbacks,
      devtoken: p.devtoken,
      secret_digest: p.secret_digest,
      claims: p.claims,
      created_at: p.created_at,
      updated_at: p.updated_at,
      revoked_at: null,
      successor: null,
      version: 1,
      verified_name: p.verified_name,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
)

const selectKey = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)

/** Changes nothing, and makes those who change one key wait for each other. */
const holdLive = statement((db, p: { fingerprint: string }) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ version: row.ref('version') }))
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null)
    .returningAll(),
)

const updateMembers = statement(
  (db, p: Pick<KeyRow, 'fingerprint' | 'name' | 'callbacks' | 'devtoken' | 'updated_at'>) =>
    db
      .updateTable('issuer_keys')
      .set((row) => ({
        name: p.name,
        callbacks: p.callbacks,
        devtoken: p.devtoken,
        updated_at: p.updated_at,
        version: row('version', '+', 1),
      }))
      .where('fingerprint', '=', p.fingerprint)
      .where('revoked_at', 'is', null),
)

const updateClaims = statement((db, p: Pick<KeyRow, 'fingerprint' | 'claims' | 'updated_at'>) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ claims: p.claims, updated_at: p.updated_at, version: row('version', '+', 1) }))
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null),
)

const revoke = statement((db, p: { fingerprint: string; now: number; successor: string | null }) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({
      revoked_at: p.now,
      updated_at: p.now,
      successor: p.successor,
      devtoken: null,
      version: row('version', '+', 1),
    }))
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null),
)

const verifyName = statement((db, p: { fingerprint: string; now: number }) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ verified_name: row.ref('name'), updated_at: p.now, version: row('version', '+', 1) }))
    .where('fingerprint', '=', p.fingerprint)
    .where('kind', '=', 'application')
    .where('name', 'is not', null)
    .where('revoked_at', 'is', null)
    .returning('name'),
)

/** A name that was changed since somebody looked is not the one they mean. */
const verifySeenName = statement((db, p: { fingerprint: string; now: number; seen: string }) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ verified_name: row.ref('name'), updated_at: p.now, version: row('version', '+', 1) }))
    .where('fingerprint', '=', p.fingerprint)
    .where('kind', '=', 'application')
    .where('name', '=', p.seen)
    .where('revoked_at', 'is', null)
    .returning('name'),
)

const unverifyName = statement((db, p: { fingerprint: string; now: number }) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ verified_name: null, updated_at: p.now, version: row('version', '+', 1) }))
    .where('fingerprint', '=', p.fingerprint)
    .where('verified_name', 'is not', null),
)

/** Tells whether the key is new. */
export async function insertKey(db: Writer, key: KeyRow): Promise<boolean> {
  return (await db.run(insertNewKey, key)) === 1
}

/** The key as it is until the transaction ends: what is read here may be written back. Undefined: it is not live. */
export function holdLiveKey(tx: Transaction, fingerprint: string): Promise<KeyRow | undefined> {
  return tx.first(holdLive, { fingerprint })
}

/** For a key that the transaction holds, as below. */
export async function updateKeyMembers(
  tx: Transaction,
  key: Pick<KeyRow, 'fingerprint' | 'name' | 'callbacks' | 'devtoken' | 'updated_at'>,
): Promise<void> {
  await tx.run(updateMembers, key)
}

export async function updateKeyClaims(
  tx: Transaction,
  key: Pick<KeyRow, 'fingerprint' | 'claims' | 'updated_at'>,
): Promise<void> {
  await tx.run(updateClaims, key)
}

/** False: the key is revoked already. */
export async function markKeyRevoked(
  tx: Transaction,
  key: { fingerprint: string; now: number; successor: string | null },
): Promise<boolean> {
  return (await tx.run(revoke, key)) === 1
}

/** Gives the name that is verified now. */
export async function markNameVerified(
  tx: Transaction,
  { seen, ...key }: { fingerprint: string; now: number; seen: string | null },
): Promise<string | undefined> {
  const marked = await (seen === null
    ? tx.first(verifyName, key)
    : tx.first(verifySeenName, { ...key, seen }))
  return marked?.name ?? undefined
}

/** False: no name of the key was verified. */
export async function markNameUnverified(
  tx: Transaction,
  fingerprint: string,
  now: number,
): Promise<boolean> {
  return (await tx.run(unverifyName, { fingerprint, now })) === 1
}

export function findKey(db: Reader, fingerprint: string): Promise<KeyRow | undefined> {
  return db.first(selectKey, { fingerprint })
}
