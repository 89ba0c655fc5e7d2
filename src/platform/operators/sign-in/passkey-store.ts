import { storeOf } from '../../../kernel/database/store.ts'
import type { OperatorTables } from '../tables.ts'

const { one, many, guarded, tx } = storeOf<OperatorTables>()

/** Returns whether the passkey was new to this server. */
export const addPasskeyRow = tx.insertNew('operator_passkeys', 'id')

/** Undefined if the passkey is unknown or its operator is disabled. */
export const findPasskey = one((db, id: string) =>
  db
    .selectFrom('operator_passkeys as passkey')
    .innerJoin('operators as operator', 'operator.id', 'passkey.operator_id')
    .selectAll('passkey')
    .where('passkey.id', '=', id)
    .where('operator.disabled_at', 'is', null),
)

export const listPasskeyRows = many((db, operatorId: string) =>
  db
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100),
)

/**
 * False if this counter or a later one was already used. WebAuthn §7.2: a counter that does not increase belongs to a
 * copy; authenticators without a counter send 0.
 */
export const advanceCounter = tx.guarded((db, p: { id: string; counter: number; now: number }) =>
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

type OwnPasskey = { id: string; operatorId: string }

export const renamePasskeyRow = guarded((db, p: OwnPasskey & { name: string }) =>
  db
    .updateTable('operator_passkeys')
    .set({ name: p.name })
    .where('id', '=', p.id)
    .where('operator_id', '=', p.operatorId),
)

/** Never removes the operator's last passkey; the caller must have locked the operator's row. */
export const removePasskeyRow = tx.guarded((db, p: OwnPasskey) =>
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
