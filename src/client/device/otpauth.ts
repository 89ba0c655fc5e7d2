import { fromBase32, toBase32 } from '../../kernel/text/base32.ts'
import type { CodeGenerator } from './totp.ts'

export type NewAccount = CodeGenerator & { readonly issuer: string; readonly label: string }

/** The reasons why a link or secret cannot be added as a one-time code; each has a message in the texts. */
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
/** In bytes (40 bits). A shorter secret has probably been cut off while copying. */
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
  // Parsed by hand, because browsers split a URL with an unknown scheme differently.
  const [, type, path = '', query = ''] = /^otpauth:\/\/([^/?#]+)\/?([^?#]*)\??([^#]*)/i.exec(link) ?? []
  if (type === undefined || link.length > LONGEST_LINK) return { refusal: 'not-a-code' }
  if (type.toLowerCase() === 'hotp') return { refusal: 'counter' }
  if (type.toLowerCase() !== 'totp') return { refusal: 'not-a-code' }
  const given = parametersOf(query)
  const names = namesOf(path, given.get('issuer'))
  return readParameters(given, names)
}

/** Writes the link in the same format, which every authenticator app can read. */
export function writeOtpauth({ issuer, label, seed, digits, period, algorithm }: NewAccount): string {
  // A colon would end the issuer part of the label, so it is replaced there; the `issuer` parameter has the full name.
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

/** Reads a secret that somebody typed; the other settings are the defaults of most services. */
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

/** Parameter names are case-insensitive; if a name occurs twice, the first value counts. */
function parametersOf(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query.replaceAll('&amp;', '&')))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  return found
}

/** Splits a label `Issuer:account`; if the label and the parameter both name an issuer, the parameter counts. */
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

/** Text that is not a number becomes -1, which fails every range check. */
function numberOf(text: string | undefined, usually: number): number {
  if (text === undefined || text.trim() === '') return usually
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : -1
}
