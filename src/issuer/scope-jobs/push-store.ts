import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { IssuerTables } from '../base/tables.ts'

const statement = statementsOf<IssuerTables>()

const devtokenOf = statement((db, p: { fingerprint: string }) =>
  db
    .selectFrom('issuer_keys')
    .select('devtoken')
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null),
)
/** Nobody sees a push address: the key's answers stay as they are. */
const drop = statement((db, p: { fingerprint: string; devtoken: string }) =>
  db
    .updateTable('issuer_keys')
    .set({ devtoken: null })
    .where('fingerprint', '=', p.fingerprint)
    .where('devtoken', '=', p.devtoken),
)

/** Of a live key, as it is sealed. */
export async function findDevtoken(db: Reader, fingerprint: string): Promise<string | undefined> {
  return (await db.first(devtokenOf, { fingerprint }))?.devtoken ?? undefined
}

/** One that the key has replaced meanwhile is not touched. */
export async function dropDevtoken(db: Writer, fingerprint: string, devtoken: string): Promise<void> {
  await db.run(drop, { fingerprint, devtoken })
}
