import { expect, it } from 'vitest'
import { type NewAccount, readOtpauth, writeOtpauth } from '../../../src/client/device/otpauth.ts'

const seed = Uint8Array.from({ length: 20 }, (_value, at) => (at * 37) % 256)
const usual: NewAccount = {
  issuer: 'Big Bank & Söhne: Filiale',
  label: 'ada+1@example.org',
  seed,
  digits: 6,
  period: 30,
  algorithm: 'SHA-1',
}

it.each([
  usual,
  { ...usual, issuer: '', label: 'ada' },
  { ...usual, seed: seed.slice(0, 16), digits: 8, period: 60, algorithm: 'SHA-512' as const },
])('writes a code so that an authenticator reads the same: %#', (account) => {
  expect(readOtpauth(writeOtpauth(account))).toEqual({ account })
})
