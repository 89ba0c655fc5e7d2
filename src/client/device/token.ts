import { fromBase64url } from './base64url.ts'

type PublicJwk =
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }

/** The public half of a device's key, and its RFC 7638 thumbprint. */
export type DeviceIdentity<Jwk = PublicJwk> = { readonly jwk: Jwk; readonly thumbprint: string }

export type TokenMembers = Readonly<Record<string, unknown>>
export type TokenOptions = {
  /** Includes the public key in the token, for a service that does not know it yet (RFC 7515 §4.1.3). */
  readonly withJwk?: boolean
}

const LIFETIME_SECONDS = 300

/** Builds the content of a token that a device sends to a service; `aud` names the service. Each token gets a new `id`. */
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

/** Reads a token's content without verifying the signature: only for tokens received directly from the issuer. */
export function readToken(token: string): TokenMembers {
  const payload = new TextDecoder().decode(fromBase64url(token.split('.')[1] ?? ''))
  return JSON.parse(payload) as TokenMembers
}
