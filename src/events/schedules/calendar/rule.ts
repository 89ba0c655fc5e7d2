import { parseDateText } from '../base/date-text.ts'
import type { WallTime } from '../base/wall-time.ts'

type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

type Weekday = { day: number; nth: number | undefined }

/** RFC 5545 §3.3.10, except rules that repeat within a day. */
export type Rule = {
  frequency: Frequency
  interval: number
  count: number | undefined
  /** As written; the offset tells whether it is in UTC or wall-clock time. */
  until: { wall: WallTime; offset: number | undefined; hasTime: boolean } | undefined
  weekStart: number
  weekdays: Weekday[]
  numbers: Record<NumberPart, number[]>
}

type NumberPart =
  | 'BYMONTH'
  | 'BYMONTHDAY'
  | 'BYYEARDAY'
  | 'BYWEEKNO'
  | 'BYSETPOS'
  | 'BYHOUR'
  | 'BYMINUTE'
  | 'BYSECOND'

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

const LIMITS: Record<NumberPart, [min: number, max: number]> = {
  BYMONTH: [1, 12],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYSETPOS: [-366, 366],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 60],
}

// With these limits, no rule costs much more than a look at each day.
const MAX_LENGTH = 1000
const MAX_CLOCKS = 100

/** Undefined if the text is not a supported rule. */
export function parseRule(text: string): Rule | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=')
    parts.set(name, value)
  }
  const frequency = parts.get('FREQ')
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined
  const until = parts.has('UNTIL') ? parseDateText(parts.get('UNTIL') ?? '') : undefined
  const weekdays = parseWeekdays(parts.get('BYDAY'))
  const numbers = parseNumbers(parts)
  const isCounted = count === undefined || (Number.isInteger(count) && count > 0)
  if (!isFrequency(frequency) || !Number.isInteger(interval) || interval < 1 || !isCounted) return undefined
  if (weekdays === undefined || numbers === undefined || (parts.has('UNTIL') && until === undefined))
    return undefined
  return {
    frequency,
    interval,
    count,
    until,
    weekStart: Math.max(0, WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO')),
    weekdays,
    numbers,
  }
}

function isFrequency(text: string | undefined): text is Frequency {
  return text === 'DAILY' || text === 'WEEKLY' || text === 'MONTHLY' || text === 'YEARLY'
}

function parseWeekdays(text: string | undefined): Weekday[] | undefined {
  const found: Weekday[] = []
  for (const item of text === undefined ? [] : text.split(',')) {
    const match = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item)
    const day = WEEKDAYS.indexOf(match?.[2] ?? '')
    if (match === null || day === -1) return undefined
    found.push({ day, nth: match[1] === undefined ? undefined : Number(match[1]) })
  }
  return found
}

function parseNumbers(parts: Map<string, string>): Record<NumberPart, number[]> | undefined {
  const found: [string, number[]][] = []
  for (const [name, [min, max]] of Object.entries(LIMITS)) {
    const text = parts.get(name)
    const numbers = text === undefined ? [] : [...new Set(text.split(',').map(Number))]
    if (numbers.some((number) => !Number.isInteger(number) || number < min || number > max)) return undefined
    found.push([name, numbers])
  }
  const numbers = Object.fromEntries(found) as Record<NumberPart, number[]>
  const clocks = [numbers.BYHOUR, numbers.BYMINUTE, numbers.BYSECOND]
  const count = clocks.reduce((product, { length }) => product * Math.max(1, length), 1)
  return count > MAX_CLOCKS ? undefined : numbers
}
