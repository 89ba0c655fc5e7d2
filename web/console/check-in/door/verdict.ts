import type { Refused } from './judge.ts'
import type { Presence, Way } from './person.ts'
import type { JudgedTicket } from './ticket.ts'

type Fault = Extract<JudgedTicket, { fault: string }>['fault']

/** The result of a scan, shown large. */
export type Verdict = {
  readonly kind: 'welcome' | 'goodbye' | 'unproven' | 'unknown' | 'unlisted' | 'failed' | Refused | Fault
  readonly attendeeId?: string
  readonly method?: 'scan' | 'manual'
  readonly name?: string
  readonly type?: string
  /** The attendance that is already recorded. */
  readonly presence?: Presence
  /** A valid ticket of somebody who is not on this device's list: the server decides. */
  readonly isUnlisted?: boolean
  /** Stored here until there is a network. */
  readonly isWaiting?: boolean
  readonly way: Way
  readonly at: number
}

type Tone = 'good' | 'warn' | 'bad'

const tones: Readonly<Partial<Record<Verdict['kind'], Tone>>> = {
  welcome: 'good',
  goodbye: 'good',
  unproven: 'warn',
  'already-in': 'warn',
  'not-in': 'warn',
}

export function toneOf({ kind }: Verdict): Tone {
  return tones[kind] ?? 'bad'
}

/** Whether staff may let the person in anyway. */
export function mayForce({ kind, attendeeId }: Verdict): boolean {
  return attendeeId !== undefined && ['waiting', 'cancelled', 'not-enrolled', 'unknown'].includes(kind)
}

const refusals: Readonly<Record<string, Verdict['kind']>> = {
  'already-checked-in': 'already-in',
  'not-checked-in': 'not-in',
  'not-found': 'unknown',
  invalid: 'forged',
}

/** The server's refusal of a scan, as a result to show. */
export function verdictOfCode(code: string, standing: string | undefined): Verdict['kind'] {
  if (code === 'not-expected')
    return standing === 'waiting' || standing === 'not-enrolled' ? standing : 'cancelled'
  return refusals[code] ?? 'failed'
}
