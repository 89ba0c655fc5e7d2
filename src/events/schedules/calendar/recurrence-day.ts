import { DAY_MS, wallOf } from '../base/wall-time.ts'
import type { Rule } from './rule.ts'

/** Days since 1970-01-01. */
type Day = number

type DayParts = { day: Day; year: number; month: number; date: number; weekday: number }

/** Returns a function that tells the rule's period of a day, and whether the rule matches it (RFC 5545 §3.3.10, its table). */
export function makeDayTest(rule: Rule, firstDay: Day): (day: Day) => { period: number; isMet: boolean } {
  const first = partsOf(firstDay)
  const filters = filtersOf(rule, first)
  return (day) => {
    const parts = partsOf(day)
    const period = indexIn(rule, first, parts)
    const isDue = period >= 0 && period % rule.interval === 0
    return { period, isMet: isDue && filters.every((filter) => filter(parts)) }
  }
}

function indexIn({ frequency, weekStart }: Rule, first: DayParts, { day, year, month }: DayParts): number {
  if (frequency === 'DAILY') return day - first.day
  if (frequency === 'MONTHLY') return (year - first.year) * 12 + month - first.month
  if (frequency === 'YEARLY') return year - first.year
  const week = (of: Day) => Math.floor((of + 4 - weekStart) / 7)
  return week(day) - week(first.day)
}

function filtersOf(rule: Rule, first: DayParts): ((parts: DayParts) => boolean)[] {
  const { frequency, weekdays, numbers } = rule
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO } = numbers
  const filters: ((parts: DayParts) => boolean)[] = []
  if (BYMONTH.length > 0) filters.push(({ month }) => BYMONTH.includes(month))
  if (BYMONTHDAY.length > 0) filters.push((parts) => isNth(BYMONTHDAY, parts, true))
  if (BYYEARDAY.length > 0) filters.push((parts) => isNth(BYYEARDAY, parts, false))
  if (BYWEEKNO.length > 0) filters.push((parts) => isInWeek(BYWEEKNO, parts, rule.weekStart))
  if (weekdays.length > 0) filters.push((parts) => isWeekday(rule, parts))
  const hasDay = [weekdays, BYMONTHDAY, BYYEARDAY].some((given) => given.length > 0)
  if (frequency === 'DAILY' || hasDay) return filters
  if (frequency === 'WEEKLY' || BYWEEKNO.length > 0)
    return [...filters, ({ weekday }) => weekday === first.weekday]
  if (frequency === 'YEARLY' && BYMONTH.length === 0) filters.push(({ month }) => month === first.month)
  return [...filters, ({ date }) => date === first.date]
}

type Span = { start: Day; end: Day }

function spanOf({ year, month }: DayParts, ofMonth: boolean): Span {
  if (ofMonth) return { start: dayOf(year, month), end: dayOf(year, month + 1) }
  return { start: dayOf(year, 1), end: dayOf(year + 1, 1) }
}

/** Whether a day is the nth of its month or year, counted from the start or, if negative, from the end. */
function isNth(numbers: number[], parts: DayParts, ofMonth: boolean): boolean {
  if (ofMonth && numbers.includes(parts.date)) return true
  if (ofMonth && numbers.every((number) => number > 0)) return false
  const { start, end } = spanOf(parts, ofMonth)
  return numbers.includes(parts.day - start + 1) || numbers.includes(parts.day - end)
}

function isWeekday({ frequency, weekdays, numbers }: Rule, parts: DayParts): boolean {
  const named = weekdays.filter(({ day }) => day === parts.weekday)
  if (named.length === 0 || named.some(({ nth }) => nth === undefined)) return named.length > 0
  const { start, end } = spanOf(parts, frequency === 'MONTHLY' || numbers.BYMONTH.length > 0)
  const ordinal = Math.floor((parts.day - start) / 7) + 1
  const fromEnd = -Math.floor((end - 1 - parts.day) / 7) - 1
  return named.some(({ nth }) => nth === ordinal || nth === fromEnd)
}

// Week 1 is the first with at least four days in the year.
function isInWeek(weeks: number[], { day, year }: DayParts, weekStart: number): boolean {
  const opening = (of: number) => {
    const fourth = dayOf(of, 1) + 3
    return fourth - ((((fourth + 4 - weekStart) % 7) + 7) % 7)
  }
  const start = opening(year)
  const end = opening(year + 1)
  if (day < start || day >= end) return false
  return weeks.includes(Math.floor((day - start) / 7) + 1) || weeks.includes(-Math.ceil((end - day) / 7))
}

function partsOf(day: Day): DayParts {
  const date = new Date(day * DAY_MS)
  return {
    day,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

function dayOf(year: number, month: number): Day {
  return Math.round(wallOf(year, month, 1) / DAY_MS)
}
