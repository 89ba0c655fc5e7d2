import type { Context } from '../../../src/kernel/context.ts'
import { addPasskeyRow } from '../../../src/platform/operators/sign-in/passkey-store.ts'

let passkeys = 0

/** A way in, without the ceremony; gives its id. */
export async function givePasskey(context: Context, operatorId: string): Promise<string> {
  const id = `passkey-${++passkeys}`
  await context.database.write((tx) =>
    addPasskeyRow(tx, {
      id,
      operator_id: operatorId,
      name: id,
      public_key: '',
      counter: 0,
      transports: '',
      created_at: context.clock.now(),
      used_at: null,
    }),
  )
  return id
}
