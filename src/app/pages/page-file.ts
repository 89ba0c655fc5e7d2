import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Coding } from '../../kernel/base/coding.ts'

export type PageFile = {
  readonly type: string
  /** The name changes with the contents, so a browser never needs to ask again. */
  readonly immutable: boolean
  /** A hash of the contents, independent of their coding. */
  readonly digest: string
  readonly plain: Buffer
  readonly coded: Readonly<Partial<Record<Coding, Buffer>>>
}

export function createPageFile(file: Omit<PageFile, 'digest'>): PageFile {
  return { ...file, digest: createHash('sha256').update(file.plain).digest('base64url').slice(0, 22) }
}

/** A document that the server generates. */
export function createJsonFile(value: unknown): PageFile {
  return createTextFile('application/json; charset=utf-8', JSON.stringify(value))
}

export function createTextFile(type: string, text: string): PageFile {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const coded = { br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) }
  return createPageFile({ type, immutable: false, plain, coded })
}
