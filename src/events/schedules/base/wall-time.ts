/** A wall-clock time, stored as the epoch milliseconds at which a clock in UTC shows it. */
export type WallTime = number

/** Converts a wall-clock time in a zone to an instant. */
export type Zone = (wall: WallTime) => number

export const utc: Zone = (wall) => wall

export const DAY_MS = 86_400_000

const MAX_DAYS = 10_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The zone of an IANA name, or of an offset such as `+01:00`. */
export function findZone(name: string): Zone | undefined {
  const offset = parseOffset(name)
  if (offset !== undefined) return (wall) => wall - offset
  const format = findFormat(name)
  if (format === undefined) return undefined
  const offsetAt = cacheDays((at) => wallAt(format, at) - at)
  return (wall) => instantOf(wall, offsetAt)
}

/** The wall-clock time in an IANA zone at an instant. */
export function findWall(name: string, at: number): WallTime | undefined {
  const format = findFormat(name)
  return format === undefined ? undefined : wallAt(format, at)
}

/** If the offset is the same at both ends of a day, it applies all day: asking `Intl` costs a hundred times as much. */
function cacheDays(offsetAt: (at: number) => number): (at: number) => number {
  const days = new Map<number, number | undefined>()
  return (at) => {
    const day = Math.floor(at / DAY_MS)
    if (!days.has(day)) {
      if (days.size === MAX_DAYS) days.clear()
      const offset = offsetAt(day * DAY_MS)
      days.set(day, offset === offsetAt((day + 1) * DAY_MS) ? offset : undefined)
    }
    return days.get(day) ?? offsetAt(at)
  }
}

/**
 * RFC 5545 §3.3.5: a time that occurs twice means the first; a time that is skipped is counted with the offset before
 * the gap.
 */
export function instantOf(wall: WallTime, offsetAt: (at: number) => number): number {
  const before = offsetAt(wall - DAY_MS)
  const early = wall - before
  if (offsetAt(early) === before) return early
  const after = offsetAt(wall + DAY_MS)
  return offsetAt(wall - after) === after ? wall - after : early
}

/** `+01:00`, `-0530`, `+013000` or `Z`, in milliseconds. */
export function parseOffset(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0
  const match = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text)
  if (match === null) return undefined
  const [, sign, hours, minutes, seconds] = match
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)
  return (sign === '-' ? -size : size) * 1000
}

function findFormat(name: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(name)
  if (known !== undefined || !/^[A-Za-z]/.test(name)) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(name, format)
    return format
  } catch {
    return undefined
  }
}

function wallAt(format: Intl.DateTimeFormat, at: number): WallTime {
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = value
  const field = (name: string) => Number(parts[name])
  const year = parts.era === 'BC' ? 1 - field('year') : field('year')
  const day = wallOf(year, field('month'), field('day'))
  const ms = at - Math.floor(at / 1000) * 1000
  return day + field('hour') * 3_600_000 + field('minute') * 60_000 + field('second') * 1000 + ms
}

/** Midnight of a day; `Date.UTC` would read the year 31 as 1931. */
export function wallOf(year: number, month: number, day: number): WallTime {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}
