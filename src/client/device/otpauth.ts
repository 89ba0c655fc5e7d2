import { fromBase32, toBase32 } from '../../kernel/text/base32.ts'
import type { CodeGenerator } from './totp.ts'

export type NewAccount = CodeGenerator & { readonly issuer: string; readonly label: string }

/** Why a link or a secret is no code: the words for it are in the texts. */
export type CodeRefusal =
  | 'not-a-code'
  | 'no-secret'
  | 'bad-secret'
  | 'short-secret'
  | 'counter'
  | 'export'
  | 'algorithm'
  | 'digits'
  | 'period'

export type ReadCode = { readonly account: NewAccount } | { readonly refusal: CodeRefusal }

const LONGEST_LINK = 4_096
const LONGEST_NAME = 200
/** 40 bits: what is shorter was cut off. */
export const SHORTEST_SEED = 5
const usual = { digits: 6, period: 30, algorithm: 'SHA-1' } as const

const algorithms: Readonly<Record<string, CodeGenerator['algorithm']>> = {
  SHA1: 'SHA-1',
  SHA256: 'SHA-256',
  SHA512: 'SHA-512',
}

/** The key URI format: `otpauth://totp/Issuer:account?secret=…&issuer=…`. */
export function readOtpauth(text: string): ReadCode {
  const link = text.trim()
  if (/^otpauth-migration:/i.test(link)) return { refusal: 'export' }
  // Browsers differ about the parts of an address whose scheme they do not know.
  const [, type, path = '', query = ''] = /^otpauth:\/\/([^/?#]+)\/?([^?#]*)\??([^#]*)/i.exec(link) ?? []
  if (type === undefined || link.length > LONGEST_LINK) return { refusal: 'not-a-code' }
  if (type.toLowerCase() === 'hotp') return { refusal: 'counter' }
  if (type.toLowerCase() !== 'totp') return { refusal: 'not-a-code' }
  const given = parametersOf(query)
  const names = namesOf(path, given.get('issuer'))
  return readParameters(given, names)
}

/** The same link, which every authenticator reads. */
export function writeOtpauth({ issuer, label, seed, digits, period, algorithm }: NewAccount): string {
  // A colon ends the issuer of the label; the parameter tells it whole.
  const names = [issuer.replaceAll(':', ' '), label].filter((name) => name !== '').map(encodeURIComponent)
  const parameters = new URLSearchParams({
    secret: toBase32(seed),
    ...(issuer === '' ? {} : { issuer }),
    algorithm: algorithm.replace('-', ''),
    digits: String(digits),
    period: String(period),
  })
  return `otpauth://totp/${names.join(':')}?${parameters}`
}

/** A secret that somebody typed; the rest is as most services have it. */
export function readSecret(secret: string, names: Pick<NewAccount, 'issuer' | 'label'>): ReadCode {
  if (/^\s*otpauth/i.test(secret)) return readOtpauth(secret)
  return readParameters(new Map([['secret', secret]]), {
    issuer: plainName(names.issuer),
    label: plainName(names.label),
  })
}

function readParameters(
  given: ReadonlyMap<string, string>,
  names: Pick<NewAccount, 'issuer' | 'label'>,
): ReadCode {
  const secret = given.get('secret') ?? ''
  if (secret.trim() === '') return { refusal: 'no-secret' }
  const seed = fromBase32(secret)
  if (seed === undefined) return { refusal: 'bad-secret' }
  if (seed.length < SHORTEST_SEED) return { refusal: 'short-secret' }
  const algorithm = algorithmOf(given.get('algorithm'))
  if (algorithm === undefined) return { refusal: 'algorithm' }
  const digits = numberOf(given.get('digits'), usual.digits)
  if (digits < 6 || digits > 8) return { refusal: 'digits' }
  const period = numberOf(given.get('period'), usual.period)
  if (period < 5 || period > 300) return { refusal: 'period' }
  return { account: { ...names, seed, algorithm, digits, period } }
}

/** Names in any case; the first of two counts. */
function parametersOf(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query.replaceAll('&amp;', '&')))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  return found
}

/** `Issuer:account`; the parameter counts where both name an issuer. */
function namesOf(path: string, issuer: string | undefined): Pick<NewAccount, 'issuer' | 'label'> {
  const label = decode(path)
  const colon = label.indexOf(':')
  const prefix = colon < 0 ? '' : label.slice(0, colon)
  return {
    issuer: plainName(issuer?.trim() ? issuer : prefix),
    label: plainName(label.slice(colon + 1)),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function plainName(text: string): string {
  return [...text.replace(/\p{Cc}/gu, ' ').trim()].slice(0, LONGEST_NAME).join('')
}

function algorithmOf(name: string | undefined): CodeGenerator['algorithm'] | undefined {
  if (name === undefined || name.trim() === '') return usual.algorithm
  return algorithms[
    name
      .toUpperCase()
      .replace(/[^A-Z\d]/g, '')
      .replace(/^HMAC/, '')
  ]
}

/** Not a number: nothing that is in bounds. */
function numberOf(text: string | undefined, usually: number): number {
  if (text === undefined || text.trim() === '') return usually
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : -1
}
