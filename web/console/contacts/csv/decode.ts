export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const SAMPLE = 4_096

/** By byte order mark, zero bytes or valid UTF-8; else Windows-1252, which Western spreadsheets write. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = countZeros(bytes)
  if (zeros.odd > zeros.all / 4) return 'utf-16le'
  if (zeros.even > zeros.all / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** In Western texts, every other byte of UTF-16 is zero. */
function countZeros(bytes: Uint8Array): { odd: number; even: number; all: number } {
  const sample = bytes.subarray(0, SAMPLE)
  let [odd, even] = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) at % 2 === 1 ? odd++ : even++
  return { odd, even, all: Math.max(2, sample.length) }
}

/** Removes the byte order mark. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}
