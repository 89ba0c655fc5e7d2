import { systemClock } from '../../kernel/clock.ts'
import { createIds } from '../../kernel/id.ts'
import { type PublicJwk, thumbprint } from '../../kernel/jwt/public-key.ts'
import { type PrivateJwk, signCompact } from '../../kernel/jwt/sign.ts'
import { systemRandom } from '../../kernel/random.ts'

const LIFETIME_SECONDS = 300
const ids = createIds({ clock: systemClock, random: systemRandom })

export function fingerprintOf({ kty, crv, x }: PrivateJwk): string {
  return thumbprint({ kty, crv, x } satisfies PublicJwk)
}

/** A token by which the device speaks to a service; `aud` names that service, and whoever else it is for. */
export function signToken(
  key: PrivateJwk,
  { aud, ...members }: Readonly<Record<string, unknown>> & { aud: string | readonly string[] },
): Promise<string> {
  const fingerprint = fingerprintOf(key)
  const iat = Math.floor(systemClock.now() / 1000)
  return signCompact(key, {
    header: { typ: 'JWT', kid: fingerprint },
    payload: { sub: fingerprint, aud, iat, exp: iat + LIFETIME_SECONDS, jti: ids.uuid(), ...members },
  })
}

/** A token that brings its key along: an Ed25519 key is its own name. */
export function introduceKey(
  key: PrivateJwk,
  members: Readonly<Record<string, unknown>> & { aud: string },
): Promise<string> {
  return signToken(key, { ...members, sub: key.x })
}
