import type { Reader, Writer } from '../kernel/database/database.ts'
import { statementsOf } from '../kernel/database/statement.ts'
import type { IssuerTables, KeyRow } from './tables.ts'

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
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
)

const selectKey = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)

/** Tells whether the key is new. */
export async function insertKey(db: Writer, key: KeyRow): Promise<boolean> {
  return (await db.run(insertNewKey, key)) === 1
}

export function findKey(db: Reader, fingerprint: string): Promise<KeyRow | undefined> {
  return db.first(selectKey, { fingerprint })
}
