import encodeQr from 'qr'
import { Problem } from '../kernel/contract/problem.ts'
import { readVerifiedPayload } from '../kernel/jwt/compact.ts'
import { thumbprint } from '../kernel/jwt/public-key.ts'
import { ed25519From, signCompact } from '../kernel/jwt/sign.ts'
import type { PhoneAnswer, PhoneApproval } from '../platform/phone-approval/phone-approval.ts'
import { type Issuer, linkOf } from './base/issuer.ts'
import { verifyApplicationName } from './keys/key-changes.ts'
import { findKeyRow, registerKey } from './keys/keys.ts'
import { spendToken } from './keys/token-store.ts'
import { listClaimTokens } from './scope-jobs/answer.ts'
import { cancelJob } from './scope-jobs/cancel.ts'
import { openToken, readClaims, readJob } from './scope-jobs/results.ts'
import { createRequestJob } from './scope-jobs/scope-jobs.ts'

const KEY_PURPOSE = 'phone-approval/key'
const REF_PURPOSE = 'phone-approval/ref'
/** Longer than the issuer keeps the job that was answered. */
const TAKEN_MS = 26 * 3_600_000

/** `purpose` keeps the questions of different parts of the product apart: one part cannot read another's answers. */
export function createPhoneApproval(issuer: Issuer, purpose: string): PhoneApproval {
  const application = houseApplication(issuer, purpose)
  const seal = (job: string) => issuer.vault.seal(REF_PURPOSE, `${purpose} ${job}`)
  const open = (ref: string) => openRef(issuer, purpose, ref)
  return {
    async ask({ message, scope, user }) {
      await application.register()
      const token = application.sign({ scope, message, ...(user === undefined ? {} : { sub: user }) })
      const row = await createRequestJob(issuer, token, false)
      const link = linkOf(issuer, row)
      const shown = { link, qrSvg: encodeQr(link, 'svg'), number: row.number, expiresAt: row.expires_at }
      return { ref: seal(row.job), ...shown }
    },
    async read(ref) {
      const job = open(ref)
      return job === undefined ? { status: 'expired' } : orUnknown(readAnswer(issuer, job), expired)
    },
    async take(tx, ref) {
      const job = open(ref)
      if (job === undefined) return false
      const taken = { fingerprint: application.fingerprint, jti: `taken ${job}` }
      return spendToken(tx, { ...taken, expires_at: issuer.clock.now() + TAKEN_MS })
    },
    async cancel(ref) {
      const job = open(ref)
      if (job !== undefined) await orUnknown(cancelJob(issuer, job), undefined)
    },
    findCurrentKey: (fingerprint) => findCurrentKey(issuer, fingerprint),
  }
}

const expired: PhoneAnswer = { status: 'expired' }

/** Returns `otherwise` if the issuer refuses to describe the job, which means that it no longer knows the job. */
async function orUnknown<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem) return otherwise
    throw error
  }
}

async function readAnswer(issuer: Issuer, job: string): Promise<PhoneAnswer> {
  const { row, status } = await readJob(issuer, job)
  if (status === 'outstanding') return { status: 'pending' }
  if (status === 'denied') return { status: 'denied' }
  if (status !== 'completed' || row.answered_by === null) return expired
  const given = readClaims(openToken(issuer, row)) as Record<string, string>
  const proven = listClaimTokens(given)
  const values = proven.map(({ name, token }) => [name, String(readVerifiedPayload(token)[name])])
  const claims = { ...given, ...Object.fromEntries(values) }
  return {
    status: 'approved',
    fingerprint: row.answered_by,
    claims,
    verified: proven.map(({ name }) => name),
  }
}

function openRef({ vault }: Issuer, purpose: string, ref: string): string | undefined {
  try {
    const [sealedFor, job] = vault.open(REF_PURPOSE, ref).split(' ')
    return sealedFor === purpose ? job : undefined
  } catch {
    return undefined
  }
}

/**
 * The application that this server registers with its own issuer, one per purpose so that a rush on one purpose does
 * not use up the job limit of another. Its key is derived from the root key: every process has it, and none stores
 * it.
 */
function houseApplication(issuer: Issuer, purpose: string) {
  const { publicJwk, privateJwk } = ed25519From(issuer.vault.derive(`${KEY_PURPOSE}/${purpose}`, 32))
  const fingerprint = thumbprint(publicJwk)
  const sign = (members: Readonly<Record<string, unknown>>) => {
    const iat = Math.floor(issuer.clock.now() / 1000)
    const payload = { iss: fingerprint, aud: issuer.url, iat, jti: issuer.ids.uuid(), ...members }
    return signCompact(privateJwk, { header: { typ: 'JWT', kid: fingerprint }, payload })
  }
  return {
    fingerprint,
    sign,
    async register() {
      if ((await findKeyRow(issuer, fingerprint)) !== undefined) return
      const name = `Lanyard at ${new URL(issuer.url).host}`
      const sub = { sub: publicJwk.kty === 'OKP' ? publicJwk.x : fingerprint }
      await orUnknown(registerKey(issuer, sign({ ...sub, kind: 'application', name })), undefined)
      await verifyApplicationName(issuer, fingerprint)
    },
  }
}

const LONGEST_CHAIN = 100

async function findCurrentKey(issuer: Issuer, fingerprint: string): Promise<string | undefined> {
  let current = fingerprint
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    const row = await findKeyRow(issuer, current)
    if (row === undefined) return undefined
    if (row.revoked_at === null) return row.fingerprint
    if (row.successor === null) return undefined
    current = row.successor
  }
  return undefined
}
