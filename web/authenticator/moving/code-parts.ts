import { type NewAccount, writeOtpauth } from '../../../src/client/device/otpauth.ts'
import { fitsMigration, writeMigration } from '../codes/otp/migration.ts'

/** More would make a QR code too dense for a phone's camera. */
const CODES_PER_PART = 8

/** The links that carry one-time codes to another phone, one for each QR code. */
export function splitCodes(accounts: readonly NewAccount[]): string[] {
  const usual = accounts.filter(fitsMigration)
  const parts = Array.from({ length: Math.ceil(usual.length / CODES_PER_PART) }, (_part, at) =>
    usual.slice(at * CODES_PER_PART, (at + 1) * CODES_PER_PART),
  )
  const unusual = accounts.filter((account) => !fitsMigration(account))
  return [...parts.map((part, at) => writeMigration(part, at, parts.length)), ...unusual.map(writeOtpauth)]
}
