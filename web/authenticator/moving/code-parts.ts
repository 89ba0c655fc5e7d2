import { type NewAccount, writeOtpauth } from '../../../src/client/device/otpauth.ts'
import { fitsMigration, writeMigration } from '../codes/otp/migration.ts'

/** The cameras of phones do not read denser codes reliably. */
export const LONGEST_TEXT = 1_500
const CODES_PER_PART = 8
/** The number of a part is written into it, and makes it longer by a few letters. */
const LONGEST_NUMBER = 24

/** The links that carry one-time codes to another phone, one for each QR code. */
export function splitCodes(accounts: readonly NewAccount[]): string[] {
  const usual = accounts.filter(fitsMigration)
  const parts: NewAccount[][] = []
  for (const account of usual) {
    const part = parts.at(-1)
    if (part !== undefined && fits([...part, account])) part.push(account)
    else parts.push([account])
  }
  const unusual = accounts.filter((account) => !fitsMigration(account))
  return [...parts.map((part, at) => writeMigration(part, at, parts.length)), ...unusual.map(writeOtpauth)]
}

function fits(part: readonly NewAccount[]): boolean {
  return part.length <= CODES_PER_PART && writeMigration(part, 0, 0).length + LONGEST_NUMBER <= LONGEST_TEXT
}
