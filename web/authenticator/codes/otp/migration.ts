import { type NewAccount, plainName, SHORTEST_SEED } from '../../../../src/client/device/otpauth.ts'
import { type ProtoField, readFields, writeFields } from './protobuf.ts'

const algorithms: Readonly<Record<number, NewAccount['algorithm']>> = {
  0: 'SHA-1',
  1: 'SHA-1',
  2: 'SHA-256',
  3: 'SHA-512',
}
const digits: Readonly<Record<number, number>> = { 0: 6, 1: 6, 2: 8 }
const TIME_BASED = 2
const PERIOD = 30

/**
 * Reads the export format of a common app: `otpauth-migration://offline?data=…`, a protocol buffer in base64.
 * Counter-based and unsupported codes are skipped; undefined if none are left.
 */
export function readMigration(link: string): NewAccount[] | undefined {
  const data = /^otpauth-migration:\/\/offline\/?\?(?:.*&)?data=([^&#]+)/i.exec(link.trim())?.[1]
  const fields = data === undefined ? undefined : readFields(fromBase64(data))
  const found = (fields ?? []).flatMap(({ number, value }) =>
    number === 1 && value instanceof Uint8Array ? (readAccount(readFields(value) ?? []) ?? []) : [],
  )
  return found.length === 0 ? undefined : found
}

const VERSION = 1

/** The format knows only the usual period, and codes of six or eight digits. */
export function fitsMigration(account: NewAccount): boolean {
  return account.period === PERIOD && numberOf(digits, account.digits) !== undefined
}

/** Writes one part of an export in the same format; `at` counts from 0. */
export function writeMigration(accounts: readonly NewAccount[], at: number, parts: number): string {
  const fields = [
    ...accounts.map((account) => ({ number: 1, value: writeFields(fieldsOf(account)) })),
    { number: 2, value: VERSION },
    { number: 3, value: parts },
    { number: 4, value: at },
  ]
  const letters = Array.from(writeFields(fields), (byte) => String.fromCharCode(byte)).join('')
  return `otpauth-migration://offline?data=${encodeURIComponent(btoa(letters))}`
}

function fieldsOf(account: NewAccount): ProtoField[] {
  const encode = (text: string) => new TextEncoder().encode(text)
  return [
    { number: 1, value: account.seed },
    { number: 2, value: encode(account.label) },
    { number: 3, value: encode(account.issuer) },
    { number: 4, value: numberOf(algorithms, account.algorithm) ?? 1 },
    { number: 5, value: numberOf(digits, account.digits) ?? 1 },
    { number: 6, value: TIME_BASED },
  ]
}

/** The number that the format has for a value. 0 stands for an unknown one and is never written. */
function numberOf<T>(table: Readonly<Record<number, T>>, value: T): number | undefined {
  const found = Object.entries(table).find(([number, known]) => number !== '0' && known === value)
  return found === undefined ? undefined : Number(found[0])
}

function readAccount(fields: readonly ProtoField[]): NewAccount | undefined {
  const find = (number: number) => fields.findLast((field) => field.number === number)?.value
  const textOf = (number: number) => {
    const value = find(number)
    return value instanceof Uint8Array ? plainName(new TextDecoder().decode(value)) : ''
  }
  const fieldOf = (number: number) => Number(find(number) ?? 0)
  const [seed, algorithm, length] = [find(1), algorithms[fieldOf(4)], digits[fieldOf(5)]]
  if (!(seed instanceof Uint8Array) || seed.length < SHORTEST_SEED) return undefined
  if (algorithm === undefined || length === undefined || fieldOf(6) !== TIME_BASED) return undefined
  const [name, issuer] = [textOf(2), textOf(3)]
  const label = issuer !== '' && name.startsWith(`${issuer}:`) ? name.slice(issuer.length + 1).trim() : name
  return { issuer, label, seed: new Uint8Array(seed), algorithm, digits: length, period: PERIOD }
}

function fromBase64(text: string): Uint8Array {
  try {
    const plain = decodeURIComponent(text).replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+')
    return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
