import { timeOf } from './schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The share of registrations in the first weeks, and in the last month before the conference. */
const EARLY = 0.12
const USUAL = 0.8
/** When the doors open, and when the morning's rush is over, in minutes after midnight. */
const DOORS = [465, 615] as const

type Span = { readonly from: number; readonly to: number }

/**
 * When everything in the demo happened, relative to now: the conference began yesterday, and today is its second day.
 */
export type Weeks = {
  /** The start of the conference's first day. */
  readonly midnight: number
  readonly announced: number
  /** When approvals and cancellations happened: the evening before the conference. */
  readonly settled: number
  readonly mornings: readonly [Span, Span]
  /** The share of registrations before the doors open. */
  readonly before: number
  /** The time of the registration that comes after this share of all of them. */
  registeredAt(part: number): number
}

export function planWeeks(now: number): Weeks {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS
  const morning = (day: number): Span => ({
    from: timeOf(midnight, day, DOORS[0]),
    to: Math.min(now, timeOf(midnight, day, DOORS[1])),
  })
  const mornings = [morning(0), morning(1)] as const
  const [early, usual, late]: [Span, Span, Span] = [
    { from: now - 75 * DAY_MS, to: now - 29 * DAY_MS },
    { from: now - 29 * DAY_MS, to: midnight - DAY_MS / 2 },
    { from: Math.max(mornings[0].to, now - 23 * HOUR_MS), to: now },
  ]
  const at = ({ from, to }: Span, part: number) => Math.floor(from + (to - from) * part)
  const before = EARLY + USUAL
  return {
    midnight,
    announced: midnight - 80 * DAY_MS,
    settled: midnight - DAY_MS / 4,
    mornings,
    before,
    registeredAt(part) {
      if (part < EARLY) return at(early, part / EARLY)
      // Registrations become more frequent as the day comes nearer.
      if (part < before) return at(usual, Math.sqrt((part - EARLY) / USUAL))
      return at(late, (part - before) / (1 - before))
    },
  }
}
