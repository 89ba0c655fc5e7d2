import { isUtf8 } from 'node:buffer'
import { Fault } from './fault.ts'

export type JsonLimits = { maxDepth?: number }

type Walk = { maxDepth: number; escaped: boolean; path: (string | number)[]; members: number }

/** Reads a JSON text that means the same to every reader, or says what to change in it. */
export function parseJson(bytes: Uint8Array, { maxDepth = 20 }: JsonLimits = {}): unknown {
  const text = decode(bytes)
  const value = parse(text)
  // UTF-8 holds no lone surrogate, and JSON no bare NUL: only an escape can bring either in.
  const walk = { maxDepth, escaped: text.includes('\\u'), path: [], members: 0 }
  visit(walk, value, undefined)
  if (walk.members !== countMembers(bytes)) {
    throw malformed('An object has two members of the same name: keep one of them.')
  }
  return value
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw malformed('The body is empty: send a JSON text.')
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8: encode the JSON text as UTF-8.')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw malformed('The body starts with a byte order mark: leave it out.')
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The engine's message quotes the text around the error, which may be a secret: only the place is told.
    const place = /at position (\d+)/.exec(String(error))?.[1]
    const token = /Unexpected token '(.)'/u.exec(String(error))?.[1]
    const found = place ? `, see offset ${place}` : token ? `, '${token}' is not expected where it stands` : ''
    throw malformed(`The body is not valid JSON${found}: check quotes, commas and brackets.`)
  }
}

function visit(walk: Walk, value: unknown, name: string | number | undefined): void {
  if (typeof value === 'string') {
    if (walk.escaped) checkText(walk, value, name)
  } else if (typeof value === 'number') {
    checkNumber(walk, value, name)
  } else if (typeof value === 'object' && value !== null) {
    if (name !== undefined) walk.path.push(name)
  }
}
