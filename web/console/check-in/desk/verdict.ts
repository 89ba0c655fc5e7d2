import type { Refused } from './judge.ts'
import type { Presence, Way } from './person.ts'
import type { JudgedTicket } from './ticket.ts'

type Fault = Extract<JudgedTicket, { fault: string }>['fault']

/** What the screen says to a scan, large. */
export type Verdict = {
  readonly kind: 'welcome' | 'goodbye' | 'unproven' | 'unknown' | 'unlisted' | 'failed' | Refused | Fault
  readonly attendeeId?: string
  readonly method?: 'scan' | 'manual'
  readonly name?: string
  readonly type?: string
  /** Of what is recorded already. */
  readonly presence?: Presence
  /** A genuine ticket of somebody who is not on this device's list: the server has the last word. */
  readonly isUnlisted?: boolean
  /** It is kept here until there is a network. */
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

/** Whether somebody at the door may decide otherwise. */
export function mayForce({ kind, attendeeId }: Verdict): boolean {
  return attendeeId !== undefined && ['waiting', 'cancelled', 'not-enrolled', 'unknown'].includes(kind)
}

const refusals: Readonly<Record<string, Verdict['kind']>> = {
  'already-checked-in': 'already-in',
  'not-checked-in': 'not-in',
  'not-found': 'unknown',
  invalid: 'forged',
}

/** The server's refusal of one scan, in the door's words. */
export function verdictOfCode(code: string, standing: string | undefined): Verdict['kind'] {
  if (code === 'not-expected')
    return standing === 'waiting' || standing === 'not-enrolled' ? standing : 'cancelled'
  return refusals[code] ?? 'failed'
}
