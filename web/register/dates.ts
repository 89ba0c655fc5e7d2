import { locale } from '../ui/i18n.ts'

/** `timezone` is the event's, or that of the browser where it is left out. */
export function formatMoment(at: number, timezone?: string): string {
  return format({ dateStyle: 'long', timeStyle: 'short' }, timezone).format(at)
}

export function formatPeriod(start: number, end: number, timezone?: string): string {
  return format({ dateStyle: 'full', timeStyle: 'short' }, timezone).formatRange(start, end)
}

export function formatHours(start: number, end: number, timezone: string): string {
  return format({ timeStyle: 'short' }, timezone).formatRange(start, end)
}

/** The day of a moment, in words. */
export function formatDay(at: number, timezone: string): string {
  return format({ dateStyle: 'full' }, timezone).format(at)
}

function format(options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale.value, {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  })
}
