import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Fault } from '../../kernel/base/fault.ts'
import type { Vault } from '../../kernel/base/vault.ts'
import { foldAddress, formerAddress } from '../../kernel/text/email-address.ts'
import { spaceSlashes } from '../../kernel/text/words.ts'

export type AddressKind = 'email' | 'phone'

/** The one spelling of an address, so that it is recognised however it was typed. */
export function normaliseAddress(kind: AddressKind, text: string): string {
  return kind === 'email' ? normaliseEmail(text) : normalisePhone(text)
}

/** A keyed hash: without the root key nobody can try addresses against it. */
export function digestAddress(vault: Vault, kind: AddressKind, address: string): string {
  return vault.digest(`issuer.${kind}`, address)
}

export type AddressDigests = { digest: string; former: string }

/** The hash of an address, and the one that another spelling of its domain had before both were one address. */
export function digestsOf(vault: Vault, kind: AddressKind, address: string): AddressDigests {
  const former = kind === 'email' ? formerAddress(address) : address
  return { digest: digestAddress(vault, kind, address), former: digestAddress(vault, kind, former) }
}

/** RFC 5321 §4.5.3.1.3 bounds a path to 256 octets, angle brackets included. */
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
  const spaced = spaceSlashes(text)
  const phone = /^\+?[\d\s().-]{5,24}$/.test(spaced) ? parsePhoneNumberFromString(spaced) : undefined
  if (phone === undefined || !phone.isValid())
    throw invalid('/phone', 'is not a phone number such as +4915112345678')
  return phone.number
}

function invalid(pointer: string, message: string): Fault {
  return new Fault('invalid', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: 'format', message }],
  })
}
