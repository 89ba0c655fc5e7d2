import * as Type from 'typebox'
import type { Problem } from '../../kernel/contract/problem.ts'
import { closed } from '../../kernel/contract/schema.ts'
import { check } from '../../kernel/contract/validate.ts'
import { checkAudience, checkTimes, type TimeRules } from '../../kernel/jwt/claims.ts'
import { type CompactToken, parseCompact } from '../../kernel/jwt/compact.ts'
import type { TokenPayload } from '../../kernel/jwt/payload.ts'
import {
  isFingerprint,
  namesKey,
  type PublicJwk,
  rawEd25519ToJwk,
  readPublicJwk,
  thumbprint,
} from '../../kernel/jwt/public-key.ts'
import { TokenError, type TokenErrorCode } from '../../kernel/jwt/token-error.ts'
import { verifyWithOwnKey } from '../../kernel/jwt/verify.ts'
import { problem, type problems } from './problems.ts'

const labels: Readonly<Record<TokenErrorCode, keyof typeof problems>> = {
  'too-large': 'too-large',
  malformed: 'invalid-token',
  unsupported: 'invalid-token',
  'invalid-key': 'invalid-key',
  'weak-key': 'invalid-key',
  signature: 'auth-error',
  expired: 'auth-error',
  'not-yet': 'auth-error',
  time: 'auth-error',
  audience: 'aud-error',
}

/** Members that show a token's purpose: a token made for another purpose cannot register a key (RFC 8725 §3.11). */
const otherPurposes = [
  'revoke',
  'rotate',
  'replaces',
  'claims',
  'job',
  'purpose',
  'scope',
  'block',
  'unblock',
  'recovery',
  'recovers',
]

const registeredClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])
const rotation = closed({ replaces: Type.String() })
const recovery = closed({ recovers: Type.String() })
/** A recovery key is accepted for this long after it signed. */
const RECOVERY_SECONDS = 600

type Registration = { token: CompactToken; jwk: PublicJwk; fingerprint: string }
type Rules = { url: string; now: number }

export async function verifyRegistration(text: string, rules: Rules): Promise<Registration> {
  const registration = await verifyNewKey(text, rules)
  const other = otherPurposes.find((name) => registration.token.payload[name] !== undefined)
  if (other !== undefined) throw problem('auth-error', { detail: `A token with ${other} registers no key.` })
  return registration
}

/** The members of a token beside the registered claims of RFC 7519. */
export function membersOf(payload: TokenPayload): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !registeredClaims.has(name)))
}

/** In a rotation the new key names the key that it replaces, and nothing else: it inherits the rest. */
export async function verifyRotation(
  text: string,
  rules: Rules,
): Promise<Registration & { replaces: string }> {
  const registration = await verifyNewKey(text, rules)
  const members = membersOf(registration.token.payload)
  check(rotation, members, '/rotate')
  return { ...registration, replaces: (members as Type.Static<typeof rotation>).replaces }
}

/** A recovery key names the key that it may recover: nobody can appoint a key without its owner. */
export async function verifyRecovery(
  text: string,
  rules: Rules,
): Promise<Registration & { recovers: string }> {
  const registration = await verifyNewKey(text, rules, { requireIat: true, maxAgeSeconds: RECOVERY_SECONDS })
  const members = membersOf(registration.token.payload)
  check(recovery, members, '/recovery')
  return { ...registration, recovers: (members as Type.Static<typeof recovery>).recovers }
}

/**
 * Verifies the token of a key that is not registered yet: the token contains the key and proves that its sender has
 * the private key.
 */
async function verifyNewKey(
  text: string,
  { url, now }: Rules,
  age: Pick<TimeRules, 'requireIat' | 'maxAgeSeconds'> = {},
): Promise<Registration> {
  return explained(async () => {
    const token = parseCompact(text)
    checkType(token)
    const jwk = registeringKey(token)
    const fingerprint = thumbprint(jwk)
    checkSigner(token, { jwk, fingerprint })
    await verifyWithOwnKey(token, jwk)
    checkTimes(token.payload, { now, ...age })
    checkAudience(token.payload, url, { required: false })
    return { token, jwk, fingerprint }
  })
}

/** Refuses the types of tokens that the issuer signs, so that none of them is accepted as a request. */
export function checkType(token: CompactToken): void {
  const { typ } = token.header
  if (typ === undefined || /^(application\/)?jwt$/i.test(typ)) return
  throw problem('auth-error', { detail: 'Leave typ out of the header, or write JWT.' })
}

function registeringKey({ header, payload }: CompactToken): PublicJwk {
  const { sub } = payload
  if (sub === undefined || !isFingerprint(sub)) {
    throw problem('invalid-token', {
      detail: 'Name the key in sub: its fingerprint, or the raw Ed25519 key in base64url.',
    })
  }
  return header.jwk === undefined ? rawEd25519ToJwk(sub) : readPublicJwk(header.jwk)
}

/** Every claim that can name the signer names this key, or is left out. */
export function checkSigner(
  { header, payload }: CompactToken,
  { jwk, fingerprint }: { jwk: PublicJwk; fingerprint: string },
): void {
  for (const [name, identifier] of Object.entries({ sub: payload.sub, iss: payload.iss, kid: header.kid })) {
    if (identifier !== undefined && !namesKey(identifier, jwk, fingerprint)) {
      throw problem('auth-error', { detail: `${name} does not name the key that signs.` })
    }
  }
}

export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof TokenError ? toProblem(error) : error
  }
}

function toProblem(error: TokenError): Problem {
  return problem(labels[error.code], { detail: error.detail })
}
