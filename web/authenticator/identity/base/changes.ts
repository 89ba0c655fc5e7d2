import { Refusal } from '../../../../src/client/client.ts'
import { issuer, issuerAudience } from '../../base/services.ts'
import { identities, removeIdentity, replaceIdentity, saveIdentity } from '../../base/state.ts'
import { createDeviceKey, type DeviceKey } from '../../keys/device-key.ts'
import { signToken } from '../../keys/token.ts'
import type { ClaimName, Identity } from '../../store/records.ts'
import { labelOf } from './failure.ts'

export async function renameIdentity(identity: Identity, name: string): Promise<void> {
  const body = await signToken(identity.key, { aud: await issuerAudience(), name })
  await issuer.updateKey({ params: { PK: identity.id }, body })
  await saveIdentity({ ...identity, name })
}

/** Another key takes over. It is kept before the issuer hears of it: whatever happens in between, neither is lost. */
export async function rotateIdentity(identity: Identity): Promise<Identity> {
  const next = identity.next ?? (await createDeviceKey())
  const prepared = { ...identity, next }
  await saveIdentity(prepared)
  const aud = await issuerAudience()
  const rotate = await signToken(next, { aud, replaces: identity.id }, { withJwk: true })
  const body = await signToken(identity.key, { aud, rotate })
  const { secret } = (await issuer.updateKey({ params: { PK: identity.id }, body })).body
  return takeOver(prepared, next, secret)
}

/** A rotation whose answer was lost took place if the issuer knows the new key. */
export async function settleRotations(): Promise<void> {
  for (const identity of identities.value) {
    const { next } = identity
    if (next !== undefined && (await isKnown(next))) await takeOver(identity, next, undefined)
  }
}

async function isKnown({ thumbprint }: DeviceKey): Promise<boolean> {
  try {
    await issuer.headKey({ params: { PK: thumbprint } })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return false
    throw error
  }
}

/** Claim tokens and the secret are of the old key. */
async function takeOver(
  { next: _next, claims, addresses, ...identity }: Identity,
  key: DeviceKey,
  secret: string | undefined,
): Promise<Identity> {
  const proven = Object.entries(claims).map(([name, { value }]) => [name as ClaimName, value] as const)
  const renewed: Identity = {
    ...identity,
    id: key.thumbprint,
    key,
    secret,
    claims: {},
    addresses: { ...addresses, ...Object.fromEntries(proven) },
  }
  await replaceIdentity(identity.id, renewed)
  return renewed
}

/** Again after an answer that was lost: the key is revoked already. */
export async function revokeIdentity(identity: Identity): Promise<void> {
  const body = await signToken(identity.key, { aud: await issuerAudience(), revoke: true })
  try {
    await issuer.revokeKey({ params: { PK: identity.id }, body })
  } catch (error) {
    if (labelOf(error) !== 'revoked-key') throw error
  }
  await removeIdentity(identity.id)
}
