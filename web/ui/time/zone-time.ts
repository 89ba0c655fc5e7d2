import { ownZone } from './moment.tsx'

/** `2031-05-06T09:00`: local time in the zone, as a datetime-local field holds it. */
type WallTime = string

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes that the zone is ahead of UTC at that time. */
function offsetMinutesAt(epochMs: number, zone: string): number {
  const whole = Math.floor(epochMs / MINUTE_MS) * MINUTE_MS
  return Math.round((wallMsOf(whole, zone) - whole) / MINUTE_MS)
}

export function wallTimeOf(time: string | number, zone: string): WallTime {
  const epochMs = typeof time === 'number' ? time : Date.parse(time)
  if (Number.isNaN(epochMs)) return ''
  return new Date(wallMsOf(epochMs, zone)).toISOString().slice(0, 16)
}

type ZoneTime = {
  /** RFC 3339 with the zone's offset. */
  readonly text: string
  readonly epochMs: number
  /** `skipped`: clocks jump over it, the time after the jump is used; `twice`: clocks go back, the first is used. */
  readonly kind: 'once' | 'skipped' | 'twice'
}

/** The instant of a local time in a zone; undefined if it is not a time. */
export function timeOfWall(wall: WallTime, zone: string): ZoneTime | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall) ? Date.parse(`${wall.slice(0, 16)}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return undefined
  const before = offsetMinutesAt(asUtc - DAY_MS, zone)
  const after = offsetMinutesAt(asUtc + DAY_MS, zone)
  const times = [...new Set([before, after])]
    .map((offset) => ({ epochMs: asUtc - offset * MINUTE_MS, offset }))
    .filter(({ epochMs, offset }) => offsetMinutesAt(epochMs, zone) === offset)
    .sort((a, b) => a.epochMs - b.epochMs)
  const epochMs = times[0]?.epochMs ?? asUtc - before * MINUTE_MS
  const kind = times.length === 0 ? 'skipped' : times.length === 1 ? 'once' : 'twice'
  return { text: textInZone(epochMs, zone), epochMs, kind }
}

/** RFC 3339 with the zone's offset at that time. */
export function textInZone(epochMs: number, zone: string): string {
  const offset = offsetMinutesAt(epochMs, zone)
  const wall = new Date(epochMs + offset * MINUTE_MS).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Every zone that the browser knows, the reader's own first. */
export function listZones(): string[] {
  const all = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([ownZone, 'UTC', ...all])]
}

/** @internal For its test. */
export function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The local time as if it were in UTC. */
function wallMsOf(epochMs: number, zone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(epochMs)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(hour, minute)
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: isZone(zone) ? zone : 'UTC',
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
    })
    formats.set(zone, format)
  }
  return format
}
