import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { parseUrl } from '../../../kernel/text/url.ts'

export const LONGEST_EMAIL = 254
export const LONGEST_URL = 2_048

const LOCAL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const E164 = /^\+[1-9]\d{6,14}$/
const WEB = /^https?:\/\/[^\s\p{Cc}]+$/iu

/** `local@host.domain`, letters of any script, no quotes, no comments. The length is bounded before anything is matched. */
export function isEmailAddress(text: string): boolean {
  if (text.length > LONGEST_EMAIL) return false
  const at = text.indexOf('@')
  const labels = text.slice(at + 1).split('.')
  return (
    LOCAL.test(text.slice(0, Math.max(0, at))) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  )
}

/** E.164, with a length that its country uses. Full numbering plans change faster than releases. */
export function isPhoneNumber(text: string): boolean {
  return E164.test(text) && parsePhoneNumberFromString(text)?.isPossible() === true
}

export function isWebAddress(text: string): boolean {
  return text.length <= LONGEST_URL && WEB.test(text) && parseUrl(text) !== undefined
}
