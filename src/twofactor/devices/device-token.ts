import type { Static, TObject } from 'typebox'
import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { checkAudience, checkTimes } from '../../kernel/jwt/claims.ts'
import { type CompactToken, parseCompact } from '../../kernel/jwt/compact.ts'
import {
  isFingerprint,
  namesKey,
  type PublicJwk,
  readPublicJwk,
  thumbprint,
} from '../../kernel/jwt/public-key.ts'
import { TokenError } from '../../kernel/jwt/token-error.ts'
import { verifySignature, verifyWithOwnKey } from '../../kernel/jwt/verify.ts'
import { problem } from '../base/problems.ts'
import type { DeviceRow } from '../base/tables.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { listDevicesOfKey, spendDeviceToken } from './device-store.ts'

const MAX_AGE_SECONDS = 600
const SKEW_SECONDS = 60
const registeredClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

type DeviceToken<M> = {
  readonly fingerprint: string
  readonly jwk: PublicJwk
  readonly members: M
  readonly jti: string
  readonly spentUntil: number
  readonly text: string
}

type Rules = { requireJti?: boolean; maxAgeSeconds?: number }

/** Verifies a token of an enrolled device, and returns every user that the device is enrolled for. */
export async function verifyDevice<S extends TObject>(
  service: Twofactor,
  text: string,
  schema: S,
  rules: Rules = {},
): Promise<DeviceToken<Static<S>> & { devices: readonly DeviceRow[] }> {
  return explained(async () => {
    const token = parseCompact(text)
    const { sub } = token.payload
    if (token.header.jwk !== undefined || sub === undefined || !isFingerprint(sub))
      throw problem('device-unproven')
    const devices = await listDevicesOfKey(service.database, sub)
    const [device] = devices
    if (device === undefined) throw problem('device-unproven')
    const proven = await prove(service, token, schema, { jwk: JSON.parse(device.jwk) as PublicJwk, ...rules })
    return { ...proven, devices }
  })
}

/** Verifies the token of a device that is enrolling: the token contains the device's public key. */
export async function verifyNewDevice<S extends TObject>(
  service: Twofactor,
  text: string,
  schema: S,
): Promise<DeviceToken<Static<S>>> {
  return explained(async () => {
    const token = parseCompact(text)
    return prove(service, token, schema, { jwk: readPublicJwk(token.header.jwk) })
  })
}

async function prove<S extends TObject>(
  service: Twofactor,
  token: CompactToken,
  schema: S,
  { jwk, requireJti = true, maxAgeSeconds = MAX_AGE_SECONDS }: Rules & { jwk: PublicJwk },
): Promise<DeviceToken<Static<S>>> {
  const { header, payload, text } = token
  const fingerprint = thumbprint(jwk)
  const typed = header.typ === undefined || /^(application\/)?jwt$/i.test(header.typ)
  const named =
    payload.sub === fingerprint && (header.kid === undefined || namesKey(header.kid, jwk, fingerprint))
  if (!typed || !named || (requireJti && payload.jti === undefined)) throw problem('device-unproven')
  if (header.jwk === undefined) await verifySignature(token, jwk)
  else await verifyWithOwnKey(token, jwk)
  checkTimes(payload, {
    now: service.clock.now(),
    requireIat: true,
    maxAgeSeconds,
    skewSeconds: SKEW_SECONDS,
  })
  checkAudience(payload, service.url, { required: true })
  const members = Object.fromEntries(Object.entries(payload).filter(([name]) => !registeredClaims.has(name)))
  check(schema, members, '')
  const spentUntil = ((payload.iat ?? 0) + MAX_AGE_SECONDS + SKEW_SECONDS) * 1000
  return {
    fingerprint,
    jwk,
    members: members as Static<S>,
    jti: payload.jti ?? '',
    spentUntil,
    text,
  }
}

/** A token can be used only once. */
export async function spendOnce(
  tx: Transaction,
  { fingerprint, jti, spentUntil }: DeviceToken<unknown>,
): Promise<void> {
  if (!(await spendDeviceToken(tx, { fingerprint, jti, expires_at: spentUntil })))
    throw problem('token-replayed')
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw problem(error.stage === 'parse' ? 'invalid-request' : 'device-unproven', { detail: error.detail })
  }
}
