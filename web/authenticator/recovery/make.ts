import { setRecovery } from '../../../src/client/device/identity.ts'
import { labelOf, successorOf } from '../../../src/client/device/speaker.ts'
import { issuerAudience, speakAs } from '../base/services.ts'
import { accounts, enrolments, identities, saveIdentity } from '../base/state.ts'
import { addressesOf } from '../identity/base/addresses.ts'
import { settleRotations } from '../identity/base/changes.ts'
import type { DeviceKey } from '../keys/device-key.ts'
import { createRecoveryKey } from '../keys/recovery-key.ts'
import { signToken } from '../keys/token.ts'
import type { Identity } from '../store/records.ts'
import { nameFile, type SavedIdentity, writeRecoveryFile } from './file/recovery-file.ts'

/** A file that is not in use yet: the issuer learns its keys only when the file is saved. */
export type NewFile = {
  readonly name: string
  readonly text: string
  readonly made: number
  /** By the id of the identity. */
  readonly keys: ReadonlyMap<string, DeviceKey>
}

export async function createFile(passphrase: string): Promise<NewFile> {
  // If the answer to a change of a key was lost, the file would otherwise be for the key that is no longer valid.
  await settleRotations()
  const made = Date.now()
  const keys = new Map<string, DeviceKey>()
  const saved: SavedIdentity[] = []
  for (const identity of identities.value) {
    const { key, jwk } = await createRecoveryKey()
    keys.set(identity.id, key)
    const { id, name } = identity
    saved.push({ id, name, addresses: addressesOf(identity), recovery: jwk })
  }
  const text = await writeRecoveryFile(passphrase, {
    issuer: await issuerAudience(),
    made,
    identities: saved,
    codes: accounts.value,
    services: enrolments.value.map(({ app }) => app.name),
  })
  return { name: nameFile(new Date(made)), text, made, keys }
}

/** Whether all identities of the file have the keys that they had when it was created. */
export function isUpToDate({ keys }: NewFile): boolean {
  return [...keys.keys()].every((id) => identities.value.some((known) => known.id === id))
}

/**
 * Tells the issuer the keys of the file, which replace those of earlier files. Safe to repeat after a failure. False if
 * an identity has changed its key since, so that a new file is needed.
 */
export async function activateFile(file: NewFile): Promise<boolean> {
  await settleRotations()
  if (!isUpToDate(file)) return false
  let moved: unknown
  for (const identity of identities.value) {
    const key = file.keys.get(identity.id)
    if (key === undefined || identity.recoverySince === file.made) continue
    await activate(identity, key, file.made).catch((error: unknown) => {
      // An identity that has moved to another phone is reported after the others have been activated.
      if (successorOf(error) === undefined) throw error
      moved = error
    })
  }
  if (moved !== undefined) throw moved
  return true
}

async function activate(identity: Identity, key: DeviceKey, made: number): Promise<void> {
  const recovers = identity.id
  const recovery = await signToken(key, { aud: await issuerAudience(), recovers }, { withJwk: true })
  try {
    await setRecovery(await speakAs(identity), recovery)
  } catch (error) {
    // A deactivated identity cannot be recovered, and must not keep the others from it.
    if (labelOf(error) === 'revoked-key' && successorOf(error) === undefined) return
    throw error
  }
  await saveIdentity({ ...identity, recoverySince: made })
}
