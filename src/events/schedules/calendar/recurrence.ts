import { DAY_MS, type WallTime } from '../base/wall-time.ts'
import { makeDayTest } from './recurrence-day.ts'
import type { Rule } from './rule.ts'

/**
 * The times of a rule in order, from `from` (default: the start) to `to`, ignoring COUNT and UNTIL. Looks at each day
 * once, so the cost depends on the number of days only.
 */
export function* occurrencesOf(
  rule: Rule,
  start: WallTime,
  range: { from?: WallTime; to: WallTime },
): Generator<WallTime> {
  const firstDay = Math.floor(start / DAY_MS)
  const clocks = clocksOf(rule, start)
  const test = makeDayTest(rule, firstDay)
  let [period, inPeriod]: [number, WallTime[]] = [Number.NaN, []]
  const pick = () => pickPositions(inPeriod, rule.numbers.BYSETPOS).filter((wall) => wall >= start)
  // BYSETPOS counts within whole periods, so the days of the year before are included.
  const lead = rule.numbers.BYSETPOS.length > 0 ? 366 : 0
  const from = Math.max(firstDay, Math.floor((range.from ?? start) / DAY_MS))
  for (let day = from - lead; day <= Math.floor(range.to / DAY_MS); day += 1) {
    const { period: current, isMet } = test(day)
    if (current !== period) {
      if (day > from) yield* pick()
      ;[period, inPeriod] = [current, []]
    }
    if (isMet) for (const clock of clocks) inPeriod.push(day * DAY_MS + clock)
  }
  yield* pick()
}

function pickPositions(times: WallTime[], positions: number[]): WallTime[] {
  if (positions.length === 0) return times
  return times.filter((_, index) => positions.includes(index + 1) || positions.includes(index - times.length))
}

function clocksOf({ numbers }: Rule, start: WallTime): number[] {
  const time = new Date(start)
  const or = (given: number[], own: number) => (given.length === 0 ? [own] : [...given].sort((a, b) => a - b))
  return or(numbers.BYHOUR, time.getUTCHours()).flatMap((hour) =>
    or(numbers.BYMINUTE, time.getUTCMinutes()).flatMap((minute) =>
      or(numbers.BYSECOND, time.getUTCSeconds()).map((second) => (hour * 3600 + minute * 60 + second) * 1000),
    ),
  )
}
