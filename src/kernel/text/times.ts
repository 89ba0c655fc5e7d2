import { Fault } from '../base/fault.ts'

/** Parses RFC 3339 with an offset, already checked by its schema; undefined if the day does not exist. */
export function parseTime(text: string): number | undefined {
  const epochMs = Date.parse(text.toUpperCase())
  if (Number.isNaN(epochMs)) return undefined
  // Date.parse turns February 30 into a day in March.
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return day <= days ? epochMs : undefined
}

export function getTime(text: string, pointer: string): number {
  const epochMs = parseTime(text)
  if (epochMs !== undefined) return epochMs
  const message = 'is not a time that exists: write RFC 3339 with an offset, 2031-05-06T09:00:00+02:00'
  throw new Fault('invalid', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: 'time', message }],
  })
}

let lastTime = { epochMs: 0, text: '1970-01-01T00:00:00.000Z' }

/** Caches the last text, because most times of a record are equal. */
export function formatTime(epochMs: number): string {
  if (epochMs !== lastTime.epochMs) lastTime = { epochMs, text: new Date(epochMs).toISOString() }
  return lastTime.text
}

export function formatTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : formatTime(epochMs)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Intl also accepts offsets, but an offset is no time zone with daylight saving.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
