import { setRecovery } from '../../../src/client/device/identity.ts'
import { labelOf } from '../../../src/client/device/speaker.ts'
import { issuerAudience, speakAs } from '../base/services.ts'
import { accounts, enrolments, identities, saveIdentity } from '../base/state.ts'
import { addressesOf } from '../identity/base/addresses.ts'
import type { DeviceKey } from '../keys/device-key.ts'
import { createRecoveryKey } from '../keys/recovery-key.ts'
import { signToken } from '../keys/token.ts'
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

/** Tells the issuer the keys of the file, which replace those of earlier files. Safe to repeat after a failure. */
export async function activateFile({ keys, made }: NewFile): Promise<void> {
  const aud = await issuerAudience()
  for (const [id, key] of keys) {
    const identity = identities.value.find((known) => known.id === id)
    if (identity === undefined || identity.recoverySince === made) continue
    const recovery = await signToken(key, { aud, recovers: id }, { withJwk: true })
    const isActive = await setRecovery(await speakAs(identity), recovery).then(
      () => true,
      (error: unknown) => {
        // A deactivated identity cannot be recovered, and must not keep the others from it.
        if (labelOf(error) !== 'revoked-key') throw error
        return false
      },
    )
    if (isActive) await saveIdentity({ ...identity, recoverySince: made })
  }
}
