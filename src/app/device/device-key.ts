import { systemClock } from '../../kernel/base/clock.ts'
import { createIds } from '../../kernel/base/id.ts'
import { systemRandom } from '../../kernel/base/random.ts'
import { type PublicJwk, thumbprint } from '../../kernel/jwt/public-key.ts'
import { type PrivateJwk, signCompact } from '../../kernel/jwt/sign.ts'

const LIFETIME_SECONDS = 300
const ids = createIds({ clock: systemClock, random: systemRandom })

export function fingerprintOf({ kty, crv, x }: PrivateJwk): string {
  return thumbprint({ kty, crv, x } satisfies PublicJwk)
}

/** A token by which the device speaks to a service; `aud` names that service, and whoever else it is for. */
export function signToken(
  key: PrivateJwk,
  { aud, ...members }: Readonly<Record<string, unknown>> & { aud: string | readonly string[] },
): string {
  const claims = claimsOf(key)
  return signCompact(key, {
    header: { typ: 'JWT', kid: claims.sub },
    payload: { ...claims, aud, ...members },
  })
}

/** A token that brings its key along: an Ed25519 key is its own name. */
export function introduceKey(
  key: PrivateJwk,
  members: Readonly<Record<string, unknown>> & { aud: string },
): string {
  return signToken(key, { ...members, sub: key.x })
}

/** The same for a service that takes the key from the header (RFC 7515 §4.1.3). */
export function introduceDevice(
  key: PrivateJwk,
  members: Readonly<Record<string, unknown>> & { aud: string },
): string {
  const { kty, crv, x } = key
  return signCompact(key, {
    header: { typ: 'JWT', jwk: { kty, crv, x } },
    payload: { ...claimsOf(key), ...members },
  })
}

function claimsOf(key: PrivateJwk) {
  const iat = Math.floor(systemClock.now() / 1000)
  return { sub: fingerprintOf(key), iat, exp: iat + LIFETIME_SECONDS, jti: ids.uuid() }
}
