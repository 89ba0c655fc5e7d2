import { isKnown, replaceKey, revokeKey } from '../../../../src/client/device/identity.ts'
import type { TokenMembers } from '../../../../src/client/device/token.ts'
import { issuer, issuerAudience, speakAs } from '../../base/services.ts'
import { identities, removeIdentity, replaceIdentity, saveIdentity } from '../../base/state.ts'
import { createDeviceKey, type DeviceKey } from '../../keys/device-key.ts'
import { signToken } from '../../keys/token.ts'
import type { ClaimName, Identity } from '../../store/records.ts'

export async function renameIdentity(identity: Identity, name: string): Promise<void> {
  const body = await signToken(identity.key, { aud: await issuerAudience(), name })
  await issuer.updateKey({ params: { PK: identity.id }, body })
  await replaceIdentity(identity.id, { ...identity, name })
}

/** Replaces the identity's key. The new key is stored before the issuer is asked, so that neither can be lost. */
export async function rotateIdentity(identity: Identity): Promise<Identity> {
  const next = identity.next ?? (await createDeviceKey())
  const prepared = { ...identity, next }
  await saveIdentity(prepared)
  const introduce = (members: TokenMembers) => signToken(next, members, { withJwk: true })
  return takeOver(prepared, next, await replaceKey(await speakAs(identity), introduce))
}

export async function settleRotations(): Promise<void> {
  for (const identity of identities.value) {
    const { next } = identity
    if (next !== undefined && (await isKnown(issuer, next.thumbprint)))
      await takeOver(identity, next, undefined)
  }
}

/** Claim tokens and the secret belong to the old key. */
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

export async function revokeIdentity(identity: Identity): Promise<void> {
  await revokeKey(await speakAs(identity))
  await removeIdentity(identity.id)
}
