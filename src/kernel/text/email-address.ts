import { domainToASCII, domainToUnicode } from 'node:url'
import { foldCase } from './words.ts'

/** A label of an international domain, in either spelling. */
const international = /[^\0-\u007f]|(?:^|\.)xn--/

/**
 * The one spelling by which addresses are compared: lower case, NFC, an international domain in its letters. Without such a
 * domain it is the address in lower case.
 */
export function foldAddress(text: string): string {
  return spell(foldCase(text.trim()), (domain) => {
    const ascii = domainToASCII(domain)
    return ascii === '' ? domain : domainToUnicode(ascii)
  })
}

/**
 * What another spelling of the domain (punycode) was folded to before both were one address. A row that was stored then is
 * found by this one.
 */
export function formerAddress(folded: string): string {
  return spell(folded, (domain) => domainToASCII(domain) || domain)
}

function spell(address: string, respell: (domain: string) => string): string {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  return start > 0 && international.test(domain) ? address.slice(0, start) + respell(domain) : address
}
