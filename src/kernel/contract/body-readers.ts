import { Fault } from '../base/fault.ts'
import { parseJson } from '../text/json.ts'
import type { TokenOrJson } from './body.ts'
import type { BodyFormat, BodyKind } from './operation.ts'
import { check } from './validate.ts'

const QUOTE = 0x22
const OPENING_BRACE = 0x7b

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
  const isJson = bytes[0] === QUOTE || bytes[0] === OPENING_BRACE
  if (!isJson && contentType !== 'application/json') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').trim()
  }
  const value = parseJson(bytes)
  if (typeof value === 'string') return value
  const token = typeof value === 'object' && value !== null ? (value as { jwt?: unknown }).jwt : undefined
  if (typeof token === 'string' && Object.keys(value as object).length === 1) return token
  throw new Fault('malformed', {
    detail: 'send the compact token itself as application/jwt, or as {"jwt":"…"}',
  })
}

/** JSON that is neither a string nor `{"jwt":"…"}` is returned as unsigned JSON. */
function readJwtOrJson(bytes: Uint8Array, format: BodyFormat, contentType: string): TokenOrJson<unknown> {
  if (bytes[0] !== OPENING_BRACE) return { jwt: readJwt(bytes, format, contentType) }
  const value = parseJson(bytes)
  if (Object.hasOwn(value as object, 'jwt')) return { jwt: readJwt(bytes, format, contentType) }
  check(format.schema, value, '')
  return { json: value }
}
