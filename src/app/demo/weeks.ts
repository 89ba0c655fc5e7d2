import { timeOf } from './schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Of all registrations: those of the first weeks, and those of the last month before the conference. */
const EARLY = 0.12
const USUAL = 0.8
/** Minutes after midnight at which the doors open, and the morning's rush is over. */
const DOORS = [465, 615] as const

type Span = { readonly from: number; readonly to: number }

/** When everything of the demo happened, seen from now: the conference began yesterday, its second day is today. */
export type Weeks = {
  /** Begins the first day of the conference. */
  readonly midnight: number
  readonly announced: number
  /** Approvals and cancellations, on the evening before. */
  readonly settled: number
  readonly mornings: readonly [Span, Span]
  /** Registrations before the doors open, as a part of all. */
  readonly before: number
  /** The moment of a registration after `part` of all of them. */
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
      // More of them the nearer the day is.
      if (part < before) return at(usual, Math.sqrt((part - EARLY) / USUAL))
      return at(late, (part - before) / (1 - before))
    },
  }
}
