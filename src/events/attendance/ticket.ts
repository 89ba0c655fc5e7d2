import { Fault } from '../../kernel/base/fault.ts'
import { checkTimes } from '../../kernel/jwt/claims.ts'
import { parseCompact } from '../../kernel/jwt/compact.ts'
import { readPublicJwk } from '../../kernel/jwt/public-key.ts'
import { TokenError } from '../../kernel/jwt/token-error.ts'
import { verifySignature } from '../../kernel/jwt/verify.ts'
import type { Events } from '../events.ts'
import { problem } from '../problems.ts'
import type { AttendeeRow, EventRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'

/** RFC 8725 §3.11: no other token of the issuer is accepted as a ticket, and no ticket as another token. */
const TICKET_TYPE = 'lanyard-ticket+jwt'

const DAY_MS = 86_400_000

/** The attendee and the event that a ticket is for. */
export type Ticket = { readonly attendeeId: string; readonly eventId: string; readonly generation: number }

const SKEW_MS = 60_000

/** A day after the event ends, for people who leave late. */
export function ticketExpiry({ ends_at }: EventRow): number {
  return ends_at + DAY_MS
}

/**
 * Uses the event's current end, so that saved or printed tickets stay valid when an event is moved. `exp` holds the end
 * at the time of signing, for readers that only have the ticket.
 */
export function checkExpiry(event: EventRow, at: number): void {
  if (at >= ticketExpiry(event) + SKEW_MS)
    throw wrong('/ticket', 'expired', 'has expired: the event ended more than a day ago')
}

/** Small enough for a QR code that a phone reads at once: no names or addresses. */
export function signTicket(
  { signer, urls, clock }: Pick<Events, 'signer' | 'urls' | 'clock'>,
  attendee: AttendeeRow,
  event: EventRow,
): Promise<string> {
  if (attendee.status !== 'active') throw problem('not-expected')
  return signer.sign('issuer', {
    typ: TICKET_TYPE,
    payload: {
      iss: urls.issuer,
      sub: attendee.id,
      evt: event.id,
      ...(attendee.ticket_generation === 0 ? {} : { gen: attendee.ticket_generation }),
      iat: Math.floor(clock.now() / 1000),
      exp: Math.floor(ticketExpiry(event) / 1000),
    },
  })
}

/** The signature proves who the attendee is, not that the registration is still live or that the event is yet to come. */
async function readTicket(
  { signer, urls, clock }: Pick<Events, 'signer' | 'urls' | 'clock'>,
  text: string,
): Promise<Ticket> {
  try {
    const token = parseCompact(text)
    const { header, payload } = token
    const key = (await signer.publicKeys('issuer')).keys.find(({ kid }) => kid === header.kid)
    if (key === undefined || header.typ !== TICKET_TYPE || payload.iss !== urls.issuer) throw foreign()
    await verifySignature(token, readPublicJwk(key))
    const { sub, evt, iat, gen = 0 } = payload
    checkTimes(iat === undefined ? {} : { iat }, { now: clock.now(), requireIat: true })
    if (typeof sub !== 'string' || typeof evt !== 'string' || typeof gen !== 'number') throw foreign()
    return { attendeeId: sub, eventId: evt, generation: gen }
  } catch (error) {
    if (error instanceof TokenError) throw wrong('/ticket', error.code, error.detail)
    throw error
  }
}

/** Verifies a ticket before a transaction, which must not wait. A refusal is returned, for the transaction to raise. */
export async function proveTicket(
  service: Pick<Events, 'signer' | 'urls' | 'clock'>,
  text: string | undefined,
): Promise<Ticket | Fault | undefined> {
  if (text === undefined) return undefined
  try {
    return await readTicket(service, text)
  } catch (error) {
    if (error instanceof Fault && error.kind === 'invalid') return error
    throw error
  }
}

function foreign(): Fault {
  return wrong('/ticket', 'ticket', 'is not a ticket of this server')
}
