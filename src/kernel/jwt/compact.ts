import { Fault } from '../base/fault.ts'
import { parseJson } from '../text/json.ts'
import { decodeBase64url } from './base64url.ts'
import { readHeader, type TokenHeader } from './header.ts'
import { readPayload, type TokenPayload } from './payload.ts'
import { TokenError } from './token-error.ts'

const MAX_TOKEN_LENGTH = 16 * 1024
const SIGNATURE_BYTES = 64

/** A well-formed compact JWS (RFC 7515 §3.1) whose signature is not verified yet. */
export type CompactToken = {
  readonly header: TokenHeader
  readonly payload: TokenPayload
  readonly signingInput: Uint8Array
  readonly signature: Uint8Array
  readonly text: string
}

/** Checks the header first, so that a refused algorithm gives the same error whatever follows it (RFC 8725 §3.1). */
export function parseCompact(text: string): CompactToken {
  if (text.length > MAX_TOKEN_LENGTH)
    throw new TokenError('too-large', `Keep the token within ${MAX_TOKEN_LENGTH} characters.`)
  const [headerText, payloadText, signatureText, ...rest] = text.split('.', 4)
  if (!headerText || payloadText === undefined || signatureText === undefined || rest.length > 0)
    throw new TokenError('malformed', 'Send one compact JWS: header, payload and signature, joined by dots.')
  const header = readHeader(decodeObject(headerText, 'header'))
  const payload = readPayload(decodeObject(payloadText, 'payload'))
  const signature = decodePart(signatureText, 'signature')
  if (signature.length !== SIGNATURE_BYTES)
    throw new TokenError('malformed', `Write the signature as ${SIGNATURE_BYTES} raw bytes, not as DER.`)
  const signingInput = Buffer.from(text.slice(0, -signatureText.length - 1), 'latin1')
  return { header, payload, signingInput, signature, text }
}

/** Reads a token that this server verified before it stored it. */
export function readVerifiedPayload(text: string): TokenPayload {
  const payload = text.slice(text.indexOf('.') + 1, text.lastIndexOf('.'))
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenPayload
}

function decodePart(text: string, part: string): Buffer {
  const bytes = decodeBase64url(text)
  if (bytes) return bytes
  throw new TokenError('malformed', `Write the token's ${part} in base64url without padding or spare bits.`)
}

function decodeObject(text: string, part: string): Readonly<Record<string, unknown>> {
  const value = parseStrictly(decodePart(text, part))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TokenError(
      'malformed',
      `Write the token's ${part} as one strict JSON object: UTF-8, no member twice, no NUL, not nested deep.`,
    )
  return value as Readonly<Record<string, unknown>>
}

function parseStrictly(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}
