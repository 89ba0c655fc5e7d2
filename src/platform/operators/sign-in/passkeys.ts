import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { Fault } from '../../../kernel/base/fault.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { readName } from '../../accounts/name.ts'
import { recordAudit } from '../../audit/entries.ts'
import { consoleProblem } from '../face.ts'
import { because } from '../reasons.ts'
import { findOperator, holdOperator } from '../store.ts'
import type { PasskeyRow } from '../tables.ts'
import { drawChallenge, spendChallenge } from './challenges.ts'
import { addPasskeyRow, listPasskeyRows, removePasskeyRow, renamePasskeyRow } from './passkey-store.ts'
import { creationOptions, readNewKey, type SignInContext } from './webauthn.ts'

export type NewPasskey = { response: RegistrationResponseJSON; name: string }
const MOST_PASSKEYS = 20

/** A signed-in operator's passkeys. */
export function listPasskeys({ database }: SignInContext, operatorId: string): Promise<PasskeyRow[]> {
  return listPasskeyRows(database, operatorId)
}

export async function beginPasskey(context: SignInContext, operatorId: string) {
  const operator = await findOperator(context.database, operatorId)
  if (operator === undefined) throw new Fault('unauthenticated')
  const known = await listPasskeyRows(context.database, operatorId)
  if (known.length >= MOST_PASSKEYS) throw consoleProblem('conflict', because('passkeys-full'))
  const challenge = await drawChallenge(context, 'passkey', operatorId)
  return creationOptions(context, { operator, known, challenge })
}

export async function addPasskey(
  context: SignInContext,
  operatorId: string,
  passkey: NewPasskey,
): Promise<PasskeyRow> {
  const spent = await spendChallenge(context, 'passkey', passkey.response.response.clientDataJSON)
  const key =
    spent?.operatorId === operatorId
      ? await readNewKey(context, passkey.response, spent.challenge)
      : undefined
  if (key === undefined) throw new Fault('invalid', because('passkey-unconfirmed'))
  return context.database.write((tx) => storePasskey(tx, context, { operatorId, key, name: passkey.name }))
}

type StoredPasskey = {
  operatorId: string
  key: Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>
  name: string
}

export async function storePasskey(
  tx: Transaction,
  context: SignInContext,
  { operatorId, key, name }: StoredPasskey,
): Promise<PasskeyRow> {
  const row = {
    ...key,
    operator_id: operatorId,
    name: readName('The name of a passkey', name),
    created_at: context.clock.now(),
    used_at: null,
  }
  if (!(await addPasskeyRow(tx, row))) throw consoleProblem('conflict', because('passkey-known'))
  await recordAudit(tx, context, {
    actor: `operator:${operatorId}`,
    action: 'passkey.add',
    subject: `operator:${operatorId}`,
  })
  return row
}

type OwnPasskey = { id: string; operatorId: string }

export async function renamePasskey(
  context: SignInContext,
  passkey: OwnPasskey & { name: string },
): Promise<void> {
  const name = readName('The name of a passkey', passkey.name)
  if (!(await renamePasskeyRow(context.database, { ...passkey, name }))) throw consoleProblem('not-found')
}

/** Never removes an operator's last passkey, so that nobody locks themselves out. */
export function removePasskey(context: SignInContext, { id, operatorId }: OwnPasskey): Promise<void> {
  return context.database.write(async (tx) => {
    await holdOperator(tx, operatorId)
    if (!(await removePasskeyRow(tx, { id, operatorId }))) {
      const own = await listPasskeyRows(tx, operatorId)
      throw own.some((row) => row.id === id)
        ? consoleProblem('conflict', because('last-passkey'))
        : consoleProblem('not-found')
    }
    await recordAudit(tx, context, {
      actor: `operator:${operatorId}`,
      action: 'passkey.remove',
      subject: `operator:${operatorId}`,
    })
  })
}
