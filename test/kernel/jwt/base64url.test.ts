import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase64url } from '../../../src/kernel/jwt/base64url.ts'

it('gives back the bytes of every encoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const decoded = decodeBase64url(Buffer.from(bytes).toString('base64url'))
      expect(decoded?.equals(bytes)).toBe(true)
    }),
  )
})

it.each([
  ['padding', 'AA=='],
  ['the standard alphabet', '+/8'],
  ['white space', 'AAA A'],
  ['a line break at the end', 'AAAA\n'],
  ['spare bits', 'AB'],
  ['a lone last character', 'AAAAA'],
  ['a foreign character', 'AA*A'],
  ['a wide character', 'AAAĀ'],
])('refuses %s', (_what, text) => {
  expect(decodeBase64url(text)).toBeUndefined()
})
