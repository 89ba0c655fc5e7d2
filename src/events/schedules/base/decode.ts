import { malformed } from './malformed.ts'

/** Decodes a file in UTF-8 or UTF-16 (by its byte order mark), or in the encoding that an XML declaration names. */
export function decodeBytes(bytes: Uint8Array): string {
  const encoding = findMark(bytes) ?? findDeclaration(bytes) ?? 'utf-8'
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    throw malformed(`The file is in an encoding that is unknown: ${encoding}.`)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    const line = new TextDecoder(encoding).decode(bytes).split('\ufffd', 1)[0]?.split('\n').length
    throw malformed(`Line ${line}: it is not ${encoding.toUpperCase()}: save the file as UTF-8.`)
  }
}

function findMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function findDeclaration(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml[^>]*?\sencoding=["']([\w.:-]{1,40})["']/.exec(head.replace(/^ï»¿/, ''))?.[1]
}
