import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

export type Ids = {
  /** UUIDv7: each one sorts after the previous one, even if the clock goes back. */
  uuid(): string
  /** Random text of the characters [A-Za-z0-9]. */
  code(length: number): string
  /** An integer from min to max, both included. */
  integer(min: number, max: number): number
  /** Decimal digits, leading zeros kept. */
  digits(count: number): string
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const hex = '0123456789abcdef'
const decimals = '0123456789'
const sixBytes = 2 ** 48

export function createIds({ clock, random }: { clock: Clock; random: Random }): Ids {
  return {
    uuid: createUuids(clock, random),
    code: (length) => drawText(random, alphanumerics, length),
    integer: (min, max) => drawInteger(random, min, max),
    digits: (count) => drawText(random, decimals, count),
  }
}

/**
 * A boundary for searching by time: UUIDs that `uuid` creates from that time on sort after it, earlier ones before
 * it.
 */
export function uuidAt(time: number): string {
  const digits = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

// RFC 9562 §6.2, method 1: a 32-bit counter fills rand_a and the top 20 bits of rand_b, followed by 42 random bits.
// The counter starts at a random value each millisecond; if it would overflow, the next millisecond starts early.
function createUuids(clock: Clock, random: Random): () => string {
  const text = Buffer.alloc(36, '-')
  let millisecond = -1
  let counter = 0

  function begin(at: number, noise: Buffer): void {
    millisecond = at
    counter = noise.readUInt32BE(6)
    writeHex(text, 0, Math.floor(at / 2 ** 32))
    writeHex(text, 4, Math.floor(at / 2 ** 16))
    writeHex(text, 9, at)
  }

  return () => {
    const noise = random.bytes(10)
    const now = Math.floor(clock.now())
    if (now > millisecond) begin(now, noise)
    else if (counter === 0xffffffff) begin(millisecond + 1, noise)
    else counter += 1
    writeHex(text, 14, 0x7000 | (counter >>> 20))
    writeHex(text, 19, 0x8000 | ((counter >>> 6) & 0x3fff))
    writeHex(text, 24, ((counter & 0x3f) << 10) | (noise.readUInt16BE(4) & 0x3ff))
    const rest = noise.readUInt32BE(0)
    writeHex(text, 28, rest >>> 16)
    writeHex(text, 32, rest)
    return text.toString('latin1')
  }
}

/** The low 16 bits as four digits. */
function writeHex(text: Buffer, at: number, value: number): void {
  text[at] = hex.charCodeAt((value >>> 12) & 15)
  text[at + 1] = hex.charCodeAt((value >>> 8) & 15)
  text[at + 2] = hex.charCodeAt((value >>> 4) & 15)
  text[at + 3] = hex.charCodeAt(value & 15)
}

// Bytes at or above the largest multiple of the alphabet's size are drawn again, to avoid modulo bias.
function drawText(random: Random, alphabet: string, length: number): string {
  if (!Number.isInteger(length) || length < 1) throw new RangeError('a drawn text has at least one character')
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length)) {
      if (byte < limit) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

function drawInteger(random: Random, min: number, max: number): number {
  const range = max - min + 1
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || range < 1 || range > sixBytes) {
    throw new RangeError(`no integer can be drawn from ${min} to ${max}`)
  }
  const limit = sixBytes - (sixBytes % range)
  for (;;) {
    const drawn = random.bytes(6).readUIntBE(0, 6)
    if (drawn < limit) return min + (drawn % range)
  }
}
