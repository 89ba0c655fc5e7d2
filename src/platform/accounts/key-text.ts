import { crc32 } from 'node:zlib'
import type { Ids } from '../../kernel/base/id.ts'
import type { Service } from './tables.ts'

const prefixes: Readonly<Record<Service, string>> = { twofactor: 'ly2f_', events: 'lyev_' }
const drawnLength = 32
const checksumLength = 6
const hintLength = 4
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A prefix, 32 random characters (190 bits) and a checksum. */
export function drawKeyText(ids: Ids, service: Service): string {
  const start = prefixes[service] + ids.code(drawnLength)
  return start + checksumOf(start)
}

/** Whether the text can be a key of the service: a mistyped or truncated key is refused without a lookup. */
export function isKeyText(service: Service, text: string): boolean {
  const prefix = prefixes[service]
  if (text.length !== prefix.length + drawnLength + checksumLength || !text.startsWith(prefix)) return false
  return text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength))
}

/** The part of a key that lists show: enough to tell keys apart, far too little to guess one. */
export function hintOf(keyText: string): string {
  return keyText.slice(0, keyText.indexOf('_') + 1 + hintLength)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < checksumLength) {
    checksum = digits.charAt(rest % digits.length) + checksum
    rest = Math.floor(rest / digits.length)
  }
  return checksum
}
