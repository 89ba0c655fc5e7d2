let tag = 'en'

/** Sets the visitor's date format; called before anything is rendered. */
export function writeDatesAs(wanted: string): void {
  tag = wanted
}

/** `timezone` is the event's; by default the browser's. */
export function formatMoment(at: number, timezone?: string): string {
  return format('moment', timezone).format(at)
}

export function formatPeriod(start: number, end: number, timezone?: string): string {
  return format('period', timezone).formatRange(start, end)
}

export function formatHours(start: number, end: number, timezone: string): string {
  return format('hours', timezone).formatRange(start, end)
}

/** The date of a moment, in words. */
export function formatDay(at: number, timezone: string): string {
  return format('day', timezone).format(at)
}

const styles = {
  moment: { dateStyle: 'long', timeStyle: 'short' },
  period: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
  hours: { timeStyle: 'short' },
  day: { dateStyle: 'full' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const MOST_FORMATS = 500
const formats = new Map<string, Intl.DateTimeFormat>()

/** Keeps formatters, because creating one takes a hundred times as long as using it. */
function format(style: keyof typeof styles, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${tag} ${timeZone ?? ''}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const fresh = new Intl.DateTimeFormat(tag, {
    ...styles[style],
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  formats.set(key, fresh)
  return fresh
}
