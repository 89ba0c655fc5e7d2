import type { Clock } from './clock.ts'

type Taken =
  | { allowed: true; remaining: number }
  | { allowed: false; retryAfterSeconds: number; remaining: 0 }

/** A cost above the burst is never allowed; a cost of 0 only checks. */
export type Limiter = {
  readonly burst: number
  /** How long a fully used burst takes to become free again. */
  readonly windowSeconds: number
  take(key: string, cost?: number): Taken
}

type LimiterOptions = { ratePerSecond: number; burst: number; clock: Clock; maxKeys?: number }

/** The generic cell rate algorithm: it stores one number per key, the time at which the whole burst is free again. */
export function createLimiter({ ratePerSecond, burst, clock, maxKeys = 100_000 }: LimiterOptions): Limiter {
  if (!(ratePerSecond > 0) || !(burst >= 1) || !(maxKeys >= 1)) throw new RangeError('a limit is above zero')
  const intervalMs = 1000 / ratePerSecond
  // Adding fractional intervals causes rounding errors; this tolerance keeps them from refusing the last unit of a
  // burst.
  const graceMs = Math.min(0.01, intervalMs / 100)
  const toleranceMs = burst * intervalMs + graceMs
  const times = new Map<string, number>()
  const makeRoom = createSweeper(times, (time) => time, maxKeys)

  return {
    burst,
    windowSeconds: Math.ceil(burst / ratePerSecond),
    take(key, cost = 1) {
      if (!(cost >= 0)) throw new RangeError('a cost is not negative')
      const now = clock.monotonic()
      const known = times.get(key)
      const start = known === undefined || known < now ? now : known
      const end = start + cost * intervalMs
      const spareMs = now + toleranceMs - end
      if (spareMs < 0) return { allowed: false, retryAfterSeconds: Math.ceil(-spareMs / 1000), remaining: 0 }
      if (known === undefined) makeRoom(now)
      if (cost > 0) times.set(key, end)
      return { allowed: true, remaining: Math.floor(spareMs / intervalMs) }
    },
  }
}

type WindowOptions = { limit: number; windowMs: number; clock: Clock; maxKeys?: number }

/**
 * For limits that are stated per minute: exactly `limit` from a key's first request on, until the window is over. A
 * refilling limit would allow more the longer they take.
 */
export function createWindowLimiter({
  limit,
  windowMs,
  clock,
  maxKeys = 100_000,
}: WindowOptions): Pick<Limiter, 'take'> {
  const windows = new Map<string, { end: number; left: number }>()
  const makeRoom = createSweeper(windows, ({ end }) => end, maxKeys)
  const open = (key: string, now: number) => {
    makeRoom(now)
    const opened = { end: now + windowMs, left: limit }
    windows.set(key, opened)
    return opened
  }
  return {
    take(key) {
      const now = clock.monotonic()
      const known = windows.get(key)
      const current = known === undefined || known.end <= now ? open(key, now) : known
      if (current.left === 0)
        return { allowed: false, retryAfterSeconds: Math.ceil((current.end - now) / 1000), remaining: 0 }
      current.left -= 1
      return { allowed: true, remaining: current.left }
    },
  }
}

const stepsEach = 2
const stepsWhenFull = 8

// Each new key checks a few old ones. A time in the past means the same as an absent key, so deleting it loses
// nothing; only a full map deletes a live key, the least used of those it checks.
function createSweeper<V>(
  times: Map<string, V>,
  endOf: (value: V) => number,
  maxKeys: number,
): (now: number) => void {
  let round = times.entries()
  return (now) => {
    let least = Number.POSITIVE_INFINITY
    let leastKey: string | undefined
    for (let steps = times.size < maxKeys ? stepsEach : stepsWhenFull; steps > 0; steps -= 1) {
      const step = round.next()
      if (step.done) {
        round = times.entries()
        continue
      }
      const [key, value] = step.value
      const time = endOf(value)
      if (time <= now) times.delete(key)
      else if (time < least) [least, leastKey] = [time, key]
    }
    while (times.size >= maxKeys) {
      times.delete(leastKey ?? firstKey(times))
      leastKey = undefined
    }
  }
}

function firstKey(times: Map<string, unknown>): string {
  for (const key of times.keys()) return key
  return ''
}
