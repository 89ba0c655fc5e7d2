let tag = 'en'

/** Sets the visitor's date format; called before anything is rendered. */
export function writeDatesAs(wanted: string): void {
  tag = wanted
}

/** `timezone` is the event's; by default the browser's. */
export function formatMoment(at: number, timezone?: string): string {
  return format({ dateStyle: 'long', timeStyle: 'short' }, timezone).format(at)
}

export function formatPeriod(start: number, end: number, timezone?: string): string {
  return format({ ...shortDay, hour: 'numeric', minute: '2-digit' }, timezone).formatRange(start, end)
}

const shortDay = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

export function formatHours(start: number, end: number, timezone: string): string {
  return format({ timeStyle: 'short' }, timezone).formatRange(start, end)
}

/** The date of a moment, in words. */
export function formatDay(at: number, timezone: string): string {
  return format({ dateStyle: 'full' }, timezone).format(at)
}

function format(options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  })
}
