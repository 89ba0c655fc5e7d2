import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { type Coding, codings } from './coding.ts'

/** An answer that many clients get: compressed once, and kept compressed. */
export type CodedBody = {
  /** A hash of the content, independent of its coding. */
  readonly digest: string
  /** The codings that make it smaller. */
  readonly codings: readonly Coding[]
  /** The most memory that it takes, in bytes. */
  readonly size: number
  /** In this coding; undefined is the content itself. */
  read(coding: Coding | undefined): Promise<Buffer>
}

/** Shorter content fits into one packet anyway. */
export const WORTH_CODING = 1_024
const OVERHEAD = 512
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const [compress, decompress, zip] = [promisify(brotliCompress), promisify(brotliDecompress), promisify(gzip)]

/** Compresses an answer that only one client gets. Runs beside the event loop, however long the text is. */
export function encodeText(text: string, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? compress(text, { params }) : zip(text)
}

/** Only the Brotli coding is kept from the start; clients that accept it are almost all. */
export async function createCodedBody(text: string): Promise<CodedBody> {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  if (plain.length < WORTH_CODING)
    return {
      ...{ digest, codings: [], size: plain.length + OVERHEAD },
      read: async () => plain,
    }
  const br = await compress(plain, { params })
  let zipped: Promise<Buffer> | undefined
  const read = (coding: Coding | undefined): Promise<Buffer> => {
    if (coding === 'br') return Promise.resolve(br)
    if (coding === undefined) return decompress(br)
    zipped ??= decompress(br).then((content) => zip(content))
    return zipped
  }
  // The gzip coding, which may come on top, is up to half as large again.
  const size = Math.ceil(2.5 * br.length) + OVERHEAD
  return { digest, codings, size, read }
}
