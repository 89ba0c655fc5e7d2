import { type DeviceIdentity, readToken } from '../../../src/client/device/token.ts'
import { type DeviceKey, thumbprintOf } from '../keys/device-key.ts'
import { serverNow } from '../keys/server-time.ts'
import { signToken, writeContent } from '../keys/token.ts'
import type { NewKey } from './links.ts'

/** Longer than a move takes: the code of the new phone may be shown for a while before it is scanned. */
const LIFETIME_SECONDS = 1_800

type Replaced = { readonly aud: string; readonly replaces: string }

/** Signs the token with which a key takes over from another, and gives the parts that the other cannot know. */
export async function introduce(key: DeviceKey, replaced: Replaced): Promise<Omit<NewKey, 'at'>> {
  const iat = Math.floor(serverNow() / 1000)
  const token = await signToken(key, membersOf(replaced, iat), { withJwk: true })
  return {
    x: key.jwk.x,
    y: key.jwk.kty === 'EC' ? key.jwk.y : undefined,
    iat,
    jti: String(readToken(token).jti),
    signature: token.slice(token.lastIndexOf('.') + 1),
  }
}

/** Puts the token together again, letter by letter, because a QR code with whole tokens would be too dense. */
export async function rebuild(
  { x, y, iat, jti, signature }: NewKey,
  replaced: Replaced,
): Promise<{ token: string; thumbprint: string }> {
  const jwk: DeviceIdentity['jwk'] =
    y === undefined ? { kty: 'OKP', crv: 'Ed25519', x } : { kty: 'EC', crv: 'P-256', x, y }
  const thumbprint = await thumbprintOf(jwk)
  const key = { jwk, thumbprint, algorithm: y === undefined ? 'EdDSA' : 'ES256' } as const
  const options = { withJwk: true, now: iat * 1000, id: jti }
  return { token: `${writeContent(key, membersOf(replaced, iat), options)}.${signature}`, thumbprint }
}

function membersOf({ aud, replaces }: Replaced, iat: number) {
  return { aud, replaces, iat, exp: iat + LIFETIME_SECONDS }
}
