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

/** RFC 8725 §3.11: no other token of the issuer is taken for a ticket, and no ticket for another token. */
const TICKET_TYPE = 'lanyard-ticket+jwt'

const DAY_MS = 86_400_000

/** Whom a ticket is for, and where. */
export type Ticket = { readonly attendeeId: string; readonly eventId: string; readonly generation: number }

const SKEW_MS = 60_000

/** A day after the end: for whoever leaves late. */
export function ticketExpiry({ ends_at }: EventRow): number {
  return ends_at + DAY_MS
}

/**
 * By the end that the event has now: tickets that people have saved or printed follow an event that is moved. `exp` is what
 * the end was when the ticket was signed, for those who only have the ticket.
 */
export function checkExpiry(event: EventRow, at: number): void {
  if (at >= ticketExpiry(event) + SKEW_MS)
    throw wrong('/ticket', 'expired', 'has expired: the event ended more than a day ago')
}

/** Small enough for a QR code that a phone reads at once: no names, no addresses. */
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

/** What the issuer has signed says who somebody is, not that the registration still stands or that the event is to come. */
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

/** For a transaction, which verifies nothing itself: a refusal is kept until it is its turn. */
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
