/** RFC 8725 §3.11: other tokens of the issuer are not tickets. */
const TICKET_TYPE = 'lanyard-ticket+jwt'
/** Phone clocks may be slightly off. */
const TOLERANCE_MS = 60_000

export type TicketKeys = {
  readonly issuer: string
  readonly keys: readonly JsonWebKey[]
  readonly eventId: string
  /** A day after the event's current end. */
  readonly keepUntil: string
}

type TicketFault = 'no-ticket' | 'forged' | 'other-event' | 'over' | 'replaced'

export type JudgedTicket =
  | { readonly attendeeId: string; readonly isProven: boolean; readonly generation: number }
  | { readonly fault: TicketFault }

/**
 * Verifies with the issuer's public keys alone. The event's current end decides whether a ticket has expired, not its
 * own `exp`, which is from when it was signed: people keep tickets while an event is moved. `isProven` is false if the
 * browser cannot verify such signatures.
 */
export async function judgeTicket(text: string, known: TicketKeys, now: number): Promise<JudgedTicket> {
  const parts = text.trim().split('.')
  const [head = '', body = '', signature = ''] = parts
  const header = parts.length === 3 ? readJson(head) : undefined
  const claims = header === undefined ? undefined : readJson(body)
  if (header?.alg !== 'EdDSA' || header.typ !== TICKET_TYPE || claims === undefined)
    return { fault: 'no-ticket' }
  const jwk = known.keys.find((key) => (key as { kid?: string }).kid === header.kid)
  if (jwk === undefined || claims.iss !== known.issuer) return { fault: 'forged' }
  const isSigned = await verify(jwk, `${head}.${body}`, signature)
  const { sub, evt, gen } = claims
  if (isSigned === false || typeof sub !== 'string') return { fault: 'forged' }
  if (evt !== known.eventId) return { fault: 'other-event' }
  if (Date.parse(known.keepUntil) + TOLERANCE_MS <= now) return { fault: 'over' }
  const generation = typeof gen === 'number' ? gen : 0
  return { attendeeId: sub, isProven: isSigned === true, generation }
}

/** Whether the text looks like a ticket: names and numbers are typed into the same field. */
export function looksLikeTicket(text: string): boolean {
  return /^[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/.test(text.trim())
}

/** Undefined if the browser does not support Ed25519. */
async function verify(jwk: JsonWebKey, signed: string, signature: string): Promise<boolean | undefined> {
  const bytes = readBytes(signature)
  if (bytes === undefined) return false
  let key: CryptoKey
  try {
    const { kty, crv, x } = jwk as { kty: string; crv: string; x: string }
    key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(signed))
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = readBytes(text)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** RFC 4648 §5, without padding. */
function readBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
