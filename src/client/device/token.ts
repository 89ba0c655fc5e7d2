import { fromBase64url } from './base64url.ts'

type PublicJwk =
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }

/** The public half of a device's key, and its RFC 7638 thumbprint. */
export type DeviceIdentity<Jwk = PublicJwk> = { readonly jwk: Jwk; readonly thumbprint: string }

export type TokenMembers = Readonly<Record<string, unknown>>
export type TokenOptions = {
  /** Brings the key along, for a service that does not know it yet (RFC 7515 §4.1.3). */
  readonly withJwk?: boolean
}

const LIFETIME_SECONDS = 300

/** What a token says by which a device speaks to a service; `aud` among the members names whom it is for. `id` is new each time. */
export function contentOf<Jwk>(
  { jwk, thumbprint }: DeviceIdentity<Jwk>,
  members: TokenMembers,
  { withJwk = false, now, id }: TokenOptions & { readonly now: number; readonly id: string },
) {
  const iat = Math.floor(now / 1000)
  return {
    header: { typ: 'JWT', ...(withJwk ? { jwk } : { kid: thumbprint }) },
    payload: { sub: thumbprint, iat, exp: iat + LIFETIME_SECONDS, jti: id, ...members },
  }
}

/** What a token says, believed as it is: only for tokens that came from the issuer itself. */
export function readToken(token: string): TokenMembers {
  const payload = new TextDecoder().decode(fromBase64url(token.split('.')[1] ?? ''))
  return JSON.parse(payload) as TokenMembers
}
