import { checkTimes } from '../../kernel/jwt/claims.ts'
import { parseCompact } from '../../kernel/jwt/compact.ts'
import { readPublicJwk } from '../../kernel/jwt/public-key.ts'
import { verifySignature } from '../../kernel/jwt/verify.ts'
import type { AddressKind } from '../base/addresses.ts'
import { type Issuer, issuerOf } from '../base/issuer.ts'
import { problem } from '../base/problems.ts'
import { explained } from '../base/tokens.ts'

const LIFETIME_SECONDS = 30 * 86_400
const TYPE = 'claim+jwt'

/** Signs a claim token: the issuer confirms that the key's owner receives what is sent to the address. */
export function signClaimToken(
  issuer: Issuer,
  { sub, name, value, test }: { sub: string; name: AddressKind; value: string; test: boolean },
): Promise<string> {
  const now = Math.floor(issuer.clock.now() / 1000)
  const { purpose, iss } = issuerOf(issuer, test)
  return issuer.signer.sign(purpose, {
    typ: TYPE,
    payload: { iss, sub, [name]: value, iat: now, exp: now + LIFETIME_SECONDS, jti: issuer.ids.uuid() },
  })
}

/** Returns the address that the token confirms. */
export async function verifyClaimToken(
  issuer: Issuer,
  text: string,
  expected: { sub: string; test: boolean },
): Promise<{ name: AddressKind; value: string }> {
  return explained(async () => {
    const token = parseCompact(text)
    const { purpose, iss } = issuerOf(issuer, expected.test)
    const { header, payload } = token
    const published = (await issuer.signer.publicKeys(purpose)).keys.find(({ kid }) => kid === header.kid)
    if (published === undefined || payload.iss !== iss || header.typ !== TYPE) throw foreign()
    await verifySignature(token, readPublicJwk(published))
    checkTimes(payload, { now: issuer.clock.now(), requireIat: true })
    const name = payload.email === undefined ? 'phone' : 'email'
    const value = payload[name]
    if (payload.sub !== expected.sub || typeof value !== 'string') throw foreign()
    return { name, value }
  })
}

function foreign() {
  return problem('auth-error', {
    detail: 'A claim token is not one that this issuer made for this key and claim.',
  })
}
