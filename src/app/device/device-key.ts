import { contentOf, type TokenMembers, type TokenOptions } from '../../client/device/token.ts'
import { systemClock } from '../../kernel/base/clock.ts'
import { createIds } from '../../kernel/base/id.ts'
import { systemRandom } from '../../kernel/base/random.ts'
import { type PublicJwk, thumbprint } from '../../kernel/jwt/public-key.ts'
import { type PrivateJwk, signCompact } from '../../kernel/jwt/sign.ts'

const ids = createIds({ clock: systemClock, random: systemRandom })

export function fingerprintOf({ kty, crv, x }: PrivateJwk): string {
  return thumbprint({ kty, crv, x } satisfies PublicJwk)
}

/** Signs a token for the device's requests to a service. */
export async function signToken(
  key: PrivateJwk,
  members: TokenMembers,
  options: TokenOptions = {},
): Promise<string> {
  const { kty, crv, x } = key
  const identity = { jwk: { kty, crv, x }, thumbprint: fingerprintOf(key) }
  const content = contentOf(identity, members, { ...options, now: systemClock.now(), id: ids.uuid() })
  return signCompact(key, content)
}

/** A token that contains its own public key; an Ed25519 key is its own identifier. */
export function introduceKey(key: PrivateJwk, members: TokenMembers & { aud: string }): Promise<string> {
  return signToken(key, { ...members, sub: key.x })
}
