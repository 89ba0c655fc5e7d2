import { Fault } from '../base/fault.ts'
import { parseJson } from '../text/json.ts'
import type { TokenOrJson } from './body.ts'
import type { BodyFormat, BodyKind } from './operation.ts'
import { check } from './validate.ts'

const QUOTE = 0x22
const OPENING_BRACE = 0x7b
/** Space, tab, line feed and carriage return: what may stand before a JSON text. */
const JSON_SPACE = [0x20, 0x09, 0x0a, 0x0d]
/** Stands for a body that contains no token. Whoever parses tokens refuses it, in the words of its API. */
const NO_TOKEN = ''

type BodyReader = (bytes: Uint8Array, format: BodyFormat, contentType: string) => unknown

const readers: Readonly<Record<BodyKind, BodyReader>> = {
  json: readJson,
  jwt: readJwt,
  'jwt-or-json': readJwtOrJson,
}

/** `bytes` is undefined if the request had no body. */
export function readBody(
  format: BodyFormat,
  bytes: Uint8Array | undefined,
  contentTypeHeader: string | undefined,
): unknown {
  const contentType = (contentTypeHeader ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (bytes === undefined || bytes.length === 0) {
    if (!format.required) return undefined
    if (format.kind === 'jwt') return NO_TOKEN
    throw new Fault('malformed', { detail: `a body is required, as ${format.contentTypes[0]}` })
  }
  if (!format.contentTypes.includes(contentType)) {
    throw new Fault('unsupported-type', { detail: `send the body as ${format.contentTypes[0]}` })
  }
  return readers[format.kind](bytes, format, contentType)
}

function readJson(bytes: Uint8Array, format: BodyFormat): unknown {
  const value = parseJson(bytes, format.maxDepth === undefined ? {} : { maxDepth: format.maxDepth })
  check(format.schema, value, '')
  return value
}

function readJwt(bytes: Uint8Array, _format: BodyFormat, contentType: string): string {
  const first = firstOf(bytes)
  if (first !== QUOTE && first !== OPENING_BRACE && contentType !== 'application/json') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').trim()
  }
  const value = parseOrNothing(bytes)
  if (typeof value === 'string') return value
  const token = typeof value === 'object' && value !== null ? (value as { jwt?: unknown }).jwt : undefined
  return typeof token === 'string' && Object.keys(value as object).length === 1 ? token : NO_TOKEN
}

/** JSON that is neither a string nor `{"jwt":"…"}` is returned as unsigned JSON. */
function readJwtOrJson(bytes: Uint8Array, format: BodyFormat, contentType: string): TokenOrJson<unknown> {
  const isObject = firstOf(bytes) === OPENING_BRACE
  const value = isObject ? parseJson(bytes) : undefined
  if (isObject && !Object.hasOwn(value as object, 'jwt')) {
    check(format.schema, value, '')
    return { json: value }
  }
  const jwt = readJwt(bytes, format, contentType)
  if (jwt !== NO_TOKEN) return { jwt }
  throw new Fault('malformed', {
    detail: 'send the compact token itself as application/jwt, or as {"jwt":"…"}',
  })
}

function firstOf(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => !JSON_SPACE.includes(byte))
}

function parseOrNothing(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}
