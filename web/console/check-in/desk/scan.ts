import type { Person, Way } from './person.ts'

/** What the server said to a scan that was sent later. */
export type Told = {
  readonly code: string
  /** Of what is recorded instead. */
  readonly at?: number
  readonly gate?: string | null
}

/** One scan, from the moment that it is taken: it is stored before anybody is let in. */
export type Scan = {
  /** The nonce: sent twice, it makes one record. */
  readonly id: string
  readonly doorId: string
  readonly organisationId: string | undefined
  readonly eventId: string
  readonly sessionId: string | null
  readonly attendeeId: string
  /** Where this device could not check it, or does not know the person: the server does. */
  readonly ticket?: string
  readonly name: string
  readonly way: Way
  readonly at: number
  readonly method: 'scan' | 'manual'
  readonly gate: string
  readonly device: string
  readonly force: boolean
  /**
   * `told`: there is something to say about it that nobody has confirmed to have read.
   * `taken-back`: it counts no longer, but the server may have it.
   */
  readonly state: 'waiting' | 'sent' | 'told' | 'taken-back'
  readonly told?: Told
}

/** As the service takes it. The ticket proves who; else the door has. */
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

/** As long a request may be on its way that nobody here waits for any longer. */
const ARRIVES_MS = 60_000

/** Of one that was taken back: whether the server has it, never had it, or may still get it. */
export function whereIs(scan: Scan, { nonce, now }: { nonce: string | null | undefined; now: number }) {
  if (nonce === scan.id) return 'there'
  return now - scan.at < ARRIVES_MS ? 'perhaps' : 'nowhere'
}

/** What the server has yet to hear of. */
export function isUnsent({ state }: Scan): boolean {
  return state === 'waiting' || state === 'taken-back'
}

/** What the list says, with the door's own scans on top of it. */
export function withScan(person: Person, { way, at, gate }: Pick<Scan, 'way' | 'at' | 'gate'>): Person {
  const { presence } = person
  if (presence !== undefined && presence.at >= at) return person
  return { ...person, presence: { status: way, at, gate: gate === '' ? null : gate } }
}

/** Of a scan that the server took: whether somebody else let the same person in earlier. */
export function findEarlier(scan: Scan, person: Person | undefined): Told | undefined {
  const presence = person?.presence
  if (scan.way !== 'checked-in' || scan.state !== 'sent' || presence?.status !== 'checked-in')
    return undefined
  // Whoever came back is still recorded with the first time, but by the last scan.
  if (presence.at >= scan.at || presence.nonce === scan.id) return undefined
  return { code: 'already-checked-in', at: presence.at, gate: presence.gate }
}

/** Before an earlier scan of this door is sent: whether somebody else let the same person in after it. */
export function findLater(scan: Scan, person: Person | undefined): Told | undefined {
  const presence = person?.presence
  if (scan.way !== 'checked-in' || presence?.status !== 'checked-in' || presence.at <= scan.at)
    return undefined
  return { code: 'also-in', at: presence.at, gate: presence.gate }
}
