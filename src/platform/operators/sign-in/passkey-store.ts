import type { Reader, Transaction, Writer } from '../../../kernel/database/database.ts'
import { statementsOf } from '../../../kernel/database/statement.ts'
import type { OperatorTables, PasskeyRow } from '../tables.ts'

const statement = statementsOf<OperatorTables>()

const insertPasskey = statement((db, p: PasskeyRow) =>
  db
    .insertInto('operator_passkeys')
    .values({
      id: p.id,
      operator_id: p.operator_id,
      name: p.name,
      public_key: p.public_key,
      counter: p.counter,
      transports: p.transports,
      created_at: p.created_at,
      used_at: p.used_at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)
const selectPasskey = statement((db, p: { id: string }) =>
  db
    .selectFrom('operator_passkeys as passkey')
    .innerJoin('operators as operator', 'operator.id', 'passkey.operator_id')
    .selectAll('passkey')
    .where('passkey.id', '=', p.id)
    .where('operator.disabled_at', 'is', null),
)
const selectPasskeys = statement((db, p: { operatorId: string }) =>
  db
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('operator_id', '=', p.operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100),
)
/** WebAuthn §7.2: a counter that does not rise belongs to a copy; authenticators without one say 0. */
const updateCounter = statement((db, p: { id: string; counter: number; now: number }) =>
  db
    .updateTable('operator_passkeys')
    .set({ counter: p.counter, used_at: p.now })
    .where('id', '=', p.id)
    .where((row) =>
      row.or([
        row('counter', '<', p.counter),
        row.and([row('counter', '=', 0), row(row.val(p.counter), '=', 0)]),
      ]),
    ),
)
const updateName = statement((db, p: { id: string; operatorId: string; name: string }) =>
  db
    .updateTable('operator_passkeys')
    .set({ name: p.name })
    .where('id', '=', p.id)
    .where('operator_id', '=', p.operatorId),
)
const deletePasskey = statement((db, p: { id: string; operatorId: string }) =>
  db
    .deleteFrom('operator_passkeys')
    .where('id', '=', p.id)
    .where('operator_id', '=', p.operatorId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('operator_passkeys as other')
          .select('other.id')
          .where('other.operator_id', '=', p.operatorId)
          .where('other.id', '!=', p.id),
      ),
    ),
)

/** Tells whether the passkey was new to this server. */
export async function addPasskeyRow(tx: Transaction, row: PasskeyRow): Promise<boolean> {
  return (await tx.run(insertPasskey, row)) === 1
}

/** Undefined where its operator is disabled, too. */
export function findPasskey(db: Reader, id: string): Promise<PasskeyRow | undefined> {
  return db.first(selectPasskey, { id })
}

export function listPasskeyRows(db: Reader, operatorId: string): Promise<PasskeyRow[]> {
  return db.all(selectPasskeys, { operatorId })
}

/** False where somebody else was there with this counter, or a later one. */
export async function advanceCounter(
  tx: Transaction,
  use: { id: string; counter: number; now: number },
): Promise<boolean> {
  return (await tx.run(updateCounter, use)) === 1
}

type OwnPasskey = { id: string; operatorId: string }

export async function renamePasskeyRow(db: Writer, named: OwnPasskey & { name: string }): Promise<boolean> {
  return (await db.run(updateName, named)) === 1
}

/** Never the last one of the operator, whose row the caller holds. */
export async function removePasskeyRow(tx: Transaction, passkey: OwnPasskey): Promise<boolean> {
  return (await tx.run(deletePasskey, passkey)) === 1
}
