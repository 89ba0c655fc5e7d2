import { keyTopic } from '../../src/issuer/base/issuer.ts'
import type { IssuerTables } from '../../src/issuer/base/tables.ts'
import { systemClock } from '../../src/kernel/base/clock.ts'
import type { Database, Transaction } from '../../src/kernel/database/database.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import { recordChange } from '../../src/platform/changes/changes.ts'
import { insertChange } from '../../src/platform/changes/store.ts'

const statement = statementsOf<IssuerTables>()

type Revoked = { fingerprint: string; successor: string | null }

const revokeKey = statement((db, p: Revoked) =>
  db
    .updateTable('issuer_keys')
    .set({ revoked_at: 1, successor: p.successor })
    .where('fingerprint', '=', p.fingerprint),
)

/** Revokes a key in the database of this process. */
export function revoke(
  database: Database,
  fingerprint: string,
  successor: string | null = null,
): Promise<void> {
  return database.write(async (tx) => {
    await mark(tx, { fingerprint, successor })
    await recordChange(tx, keyTopic, fingerprint)
  })
}

/** As another process does: the change reaches this one through the database alone. */
export async function revokeElsewhere(database: Database, fingerprint: string): Promise<void> {
  await database.write(async (tx) => {
    await mark(tx, { fingerprint, successor: null })
    await insertChange(tx, { at: systemClock.now(), topic: keyTopic, key: fingerprint })
  })
  database.announce()
}

async function mark(tx: Transaction, revoked: Revoked): Promise<void> {
  if ((await tx.run(revokeKey, revoked)) !== 1) throw new Error('there is no such key')
}
