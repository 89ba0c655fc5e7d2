import { parseOffset, type WallTime, wallOf } from './wall-time.ts'

type DateText = {
  wall: WallTime
  hasTime: boolean
  /** Milliseconds east of UTC, if the text contains an offset. */
  offset: number | undefined
}

const DATE =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads `2031-05-06`, `2031-05-06T9:30`, `2031-05-06 09:30:00+02:00`, `20310506T093000Z`. */
export function parseDateText(text: string): DateText | undefined {
  const match = DATE.exec(text.trim())
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, zone] = match
  const midnight = wallOf(Number(year), Number(month), Number(day))
  const time = clockOf(hour, minute, second)
  if (new Date(midnight).getUTCDate() !== Number(day) || Number(month) > 12 || time === undefined) {
    return undefined
  }
  const offset = zone === undefined ? undefined : parseOffset(zone)
  return { wall: midnight + time, hasTime: hour !== undefined, offset }
}

function clockOf(hour = '0', minute = '0', second = '0'): number | undefined {
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined
  return Number(hour) * 3_600_000 + Number(minute) * 60_000 + Math.min(59, Number(second)) * 1000
}

/** Milliseconds after midnight of `9:30`, `09:30`, `09:30:00`. */
export function parseClock(text: string): number | undefined {
  const match = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(text.trim())
  return match === null ? undefined : clockOf(match[1], match[2], match[3])
}

/** Milliseconds of `1:00`, `01:00`, `1:30:00`, `1 02:00:00` (with days), `45` (minutes) or `PT45M`. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim()
  const clock = /^(?:(\d{1,3})[ d]+)?(\d{1,3}):(\d{1,2})(?::(\d{1,2}))?$/.exec(trimmed)
  if (clock !== null) {
    const [, days = '0', hours, minutes, seconds = '0'] = clock
    return ((Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  }
  if (/^\d{1,5}$/.test(trimmed)) return Number(trimmed) * 60_000
  const span = parseSpan(trimmed)
  return span === undefined ? undefined : span.days * 86_400_000 + span.ms
}

/** RFC 5545 §3.3.6: days follow the calendar, the rest is elapsed time. */
export function parseSpan(text: string): { days: number; ms: number } | undefined {
  const match =
    /^([+-])?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(text)
  if (match === null || /[PT]$/i.test(text)) return undefined
  const [sign, weeks, days, hours, minutes, seconds] = match.slice(1)
  const factor = sign === '-' ? -1 : 1
  const number = (digits: string | undefined) => Number(digits ?? 0)
  return {
    days: factor * (number(weeks) * 7 + number(days)),
    ms: factor * (number(hours) * 3600 + number(minutes) * 60 + number(seconds)) * 1000,
  }
}
