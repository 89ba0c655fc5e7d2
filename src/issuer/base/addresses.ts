import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Fault } from '../../kernel/base/fault.ts'
import type { Vault } from '../../kernel/base/vault.ts'
import { foldAddress, formerAddress } from '../../kernel/text/email-address.ts'
import { spaceSlashes } from '../../kernel/text/words.ts'

export type AddressKind = 'email' | 'phone'

/** The canonical spelling of an address, so that it is recognised however it was typed. */
export function normaliseAddress(kind: AddressKind, text: string): string {
  return kind === 'email' ? normaliseEmail(text) : normalisePhone(text)
}

/** Hashes an address with a key: without the root key nobody can test guessed addresses against the hash. */
export function digestAddress(vault: Vault, kind: AddressKind, address: string): string {
  return vault.digest(`issuer.${kind}`, address)
}

export type AddressDigests = { digest: string; former: string }

/**
 * The hash of an address, and the hash it had under the other spelling of its domain, before both counted as one
 * address.
 */
export function digestsOf(vault: Vault, kind: AddressKind, address: string): AddressDigests {
  const former = kind === 'email' ? formerAddress(address) : address
  return { digest: digestAddress(vault, kind, address), former: digestAddress(vault, kind, former) }
}

/** RFC 5321 §4.5.3.1.3 limits a path to 256 octets, including the two angle brackets. */
const LONGEST_EMAIL = 254

function normaliseEmail(text: string): string {
  const email = foldAddress(text)
  const [local, domain, ...rest] = email.split('@')
  const plain = /^[^\s\p{Cc}\p{Cf}<>(),;:"[\]\\]+$/u
  const named = domain !== undefined && /^[^.\s]+(\.[^.\s]+)+$/u.test(domain)
  if (
    !local ||
    !named ||
    rest.length > 0 ||
    !plain.test(local) ||
    !plain.test(domain) ||
    email.length > LONGEST_EMAIL
  ) {
    throw invalid('/email', 'is not an e-mail address')
  }
  return email
}

function normalisePhone(text: string): string {
  return parsePhone(text, (phone) => phone.isValid())
}

/** The canonical spelling of a number to look up. It need not exist: nobody learns from the answer whether it does. */
export function normaliseLostPhone(text: string): string {
  return parsePhone(text, (phone) => phone.isPossible())
}

function parsePhone(text: string, isAccepted: (phone: PhoneNumber) => boolean): string {
  const spaced = spaceSlashes(text)
  const phone = /^\+?[\d\s().-]{5,24}$/.test(spaced) ? parsePhoneNumberFromString(spaced) : undefined
  if (phone === undefined || !isAccepted(phone))
    throw invalid('/phone', 'is not a phone number such as +4915112345678')
  return phone.number
}

function invalid(pointer: string, message: string): Fault {
  return new Fault('invalid', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: 'format', message }],
  })
}
