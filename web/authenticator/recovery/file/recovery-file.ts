import { type NewAccount, readOtpauth, writeOtpauth } from '../../../../src/client/device/otpauth.ts'
import type { ClaimName } from '../../store/records.ts'
import { decryptJwe, encryptJwe, type JweFault } from './jwe.ts'
import { plainPassphrase } from './passphrase.ts'

/** An identity as the file names it, with the key that can bring it to another device, or end it. */
export type SavedIdentity = {
  /** The thumbprint of the identity's key when the file was created. */
  readonly id: string
  readonly name: string
  readonly addresses: Partial<Record<ClaimName, string>>
  readonly recovery: JsonWebKey
}

export type RecoveryContents = {
  readonly issuer: string
  /** Epoch ms. */
  readonly made: number
  readonly identities: readonly SavedIdentity[]
  readonly codes: readonly NewAccount[]
  /** The names of the services that this device was enrolled with. */
  readonly services: readonly string[]
}

const VERSION = 1

export function writeRecoveryFile(passphrase: string, contents: RecoveryContents): Promise<string> {
  const { issuer, made, identities, codes, services } = contents
  const written = {
    lanyard: VERSION,
    issuer,
    made: new Date(made).toISOString(),
    identities: identities.map(({ id, name, addresses, recovery }) => ({ id, name, ...addresses, recovery })),
    codes: codes.map(writeOtpauth),
    services,
  }
  return encryptJwe(plainPassphrase(passphrase), JSON.stringify(written))
}

/** Opens a file that this app wrote. */
export async function readRecoveryFile(
  passphrase: string,
  text: string,
): Promise<RecoveryContents | { readonly fault: JweFault }> {
  const opened = await decryptJwe(plainPassphrase(passphrase), text)
  if ('fault' in opened) return opened
  try {
    return readContents(JSON.parse(opened.contents))
  } catch {
    return { fault: 'damaged' }
  }
}

type Written = {
  readonly lanyard: unknown
  readonly issuer: unknown
  readonly made: string
  readonly identities: readonly (Record<'id' | 'name' | ClaimName, unknown> & { recovery: JsonWebKey })[]
  readonly codes: readonly string[]
  readonly services?: readonly string[]
}

function readContents(written: Written): RecoveryContents {
  if (written.lanyard !== VERSION) throw new Error('written by another version')
  return {
    issuer: String(written.issuer),
    made: Date.parse(written.made),
    identities: written.identities.map(({ id, name, email, phone, recovery }) => ({
      id: String(id),
      name: String(name),
      addresses: {
        ...(email === undefined ? {} : { email: String(email) }),
        ...(phone === undefined ? {} : { phone: String(phone) }),
      },
      recovery,
    })),
    codes: written.codes.flatMap((link) => {
      const read = readOtpauth(link)
      return 'account' in read ? [read.account] : []
    }),
    services: (written.services ?? []).map(String),
  }
}

/** `lanyard-recovery-2026-11-17.jwe`, by the device's own calendar. */
export function nameFile(made: Date): string {
  const parts = [made.getFullYear(), made.getMonth() + 1, made.getDate()]
  return `lanyard-recovery-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.jwe`
}
