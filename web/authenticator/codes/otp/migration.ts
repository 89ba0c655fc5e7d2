import { type NewAccount, plainName, SHORTEST_SEED } from '../../../../src/client/device/otpauth.ts'
import { type ProtoField, readFields } from './protobuf.ts'

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

function readAccount(fields: readonly ProtoField[]): NewAccount | undefined {
  const find = (number: number) => fields.findLast((field) => field.number === number)?.value
  const textOf = (number: number) => {
    const value = find(number)
    return value instanceof Uint8Array ? plainName(new TextDecoder().decode(value)) : ''
  }
  const numberOf = (number: number) => Number(find(number) ?? 0)
  const [seed, algorithm, length] = [find(1), algorithms[numberOf(4)], digits[numberOf(5)]]
  if (!(seed instanceof Uint8Array) || seed.length < SHORTEST_SEED) return undefined
  if (algorithm === undefined || length === undefined || numberOf(6) !== TIME_BASED) return undefined
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
