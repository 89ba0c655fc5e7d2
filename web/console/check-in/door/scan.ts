import type { Person, Way } from './person.ts'

/** The server's answer to a scan that was sent later. */
export type Told = {
  readonly code: string
  /** The time of the scan that is recorded instead. */
  readonly at?: number
  readonly gate?: string | null
}

/** One scan, stored before anybody is let in. */
export type Scan = {
  /** The nonce: a scan sent twice creates one record. */
  readonly id: string
  readonly doorId: string
  readonly organisationId: string | undefined
  readonly eventId: string
  readonly sessionId: string | null
  readonly attendeeId: string
  /** Sent to the server if this device could not verify it or does not know the person. */
  readonly ticket?: string
  readonly name: string
  readonly way: Way
  readonly at: number
  readonly method: 'scan' | 'manual'
  readonly gate: string
  readonly device: string
  readonly force: boolean
  /** `told`: has a message that nobody has confirmed yet. `taken-back`: undone, but the server may have it. */
  readonly state: 'waiting' | 'sent' | 'told' | 'taken-back'
  readonly told?: Told
}

/** The request body. The ticket identifies the person, or else the door has. */
export function checkInBody(scan: Scan) {
  return {
    ...(scan.ticket === undefined ? { attendeeId: scan.attendeeId } : { ticket: scan.ticket }),
    status: scan.way,
    at: new Date(scan.at).toISOString(),
    nonce: scan.id,
    method: scan.method,
    ...(scan.gate === '' ? {} : { gate: scan.gate }),
    ...(scan.device === '' ? {} : { device: scan.device }),
    ...(scan.force ? { force: true } : {}),
  }
}

/** For this long, an abandoned request may still reach the server. */
const ARRIVES_MS = 60_000

/** For an undone scan: whether the server has it, never got it, or may still get it. */
export function whereIs(scan: Scan, { nonce, now }: { nonce: string | null | undefined; now: number }) {
  if (nonce === scan.id) return 'there'
  return now - scan.at < ARRIVES_MS ? 'perhaps' : 'nowhere'
}

/** Whether the server does not know it yet. */
export function isUnsent({ state }: Scan): boolean {
  return state === 'waiting' || state === 'taken-back'
}

/** The list's entry with this door's own scan applied. */
export function withScan(person: Person, { way, at, gate }: Pick<Scan, 'way' | 'at' | 'gate'>): Person {
  const { presence } = person
  if (presence !== undefined && presence.at >= at) return person
  return { ...person, presence: { status: way, at, gate: gate === '' ? null : gate } }
}

/** For an accepted scan: whether somebody else checked the same person in earlier. */
export function findEarlier(scan: Scan, person: Person | undefined): Told | undefined {
  const presence = person?.presence
  if (scan.way !== 'checked-in' || scan.state !== 'sent' || presence?.status !== 'checked-in')
    return undefined
  // Someone who came back keeps the first check-in time, but has the nonce of the last scan.
  if (presence.at >= scan.at || presence.nonce === scan.id) return undefined
  return { code: 'already-checked-in', at: presence.at, gate: presence.gate }
}

/** Before an earlier scan is sent: whether somebody else checked the same person in after it. */
export function findLater(scan: Scan, person: Person | undefined): Told | undefined {
  const presence = person?.presence
  if (scan.way !== 'checked-in' || presence?.status !== 'checked-in' || presence.at <= scan.at)
    return undefined
  return { code: 'also-in', at: presence.at, gate: presence.gate }
}
