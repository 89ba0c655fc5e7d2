import { domainToASCII, domainToUnicode } from 'node:url'
import { foldCase } from './words.ts'

/** Matches an international domain, in Unicode or in punycode. */
const international = /[^\0-\u007f]|(?:^|\.)xn--/

/**
 * The canonical spelling for comparing addresses: lower case, NFC, an international domain in Unicode. Other
 * addresses are just lower-cased.
 */
export function foldAddress(text: string): string {
  return spell(foldCase(text.trim()), (domain) => {
    const ascii = domainToASCII(domain)
    return ascii === '' ? domain : domainToUnicode(ascii)
  })
}

/**
 * The other spelling (punycode) that an address was stored under before both spellings counted as one, for finding
 * old rows.
 */
export function formerAddress(folded: string): string {
  return spell(folded, (domain) => domainToASCII(domain) || domain)
}

function spell(address: string, respell: (domain: string) => string): string {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  return start > 0 && international.test(domain) ? address.slice(0, start) + respell(domain) : address
}
