import { type Encoding, guessEncoding } from './csv/decode.ts'

/** The chosen file, before its format is decided. */
export type RawFile = { readonly name: string; readonly bytes: Uint8Array; readonly encoding: Encoding }

export const LARGEST_FILE = 50 * 1_024 * 1_024

export async function readRawFile(file: File): Promise<RawFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, bytes, encoding: guessEncoding(bytes) }
}

export function pastedFile(name: string, typed: string): RawFile {
  return { name, bytes: new TextEncoder().encode(typed), encoding: 'utf-8' }
}
