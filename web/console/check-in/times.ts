import { formatIn } from '../../ui/dates.ts'

/** Of today the hour, of another day the day too. */
export function formatWhen(at: number, zone: string, now: number): string {
  const day = formatIn(zone, { dateStyle: 'short' })
  const isToday = day.format(at) === day.format(now)
  return formatIn(zone, { ...(isToday ? {} : { dateStyle: 'short' }), timeStyle: 'short' }).format(at)
}

/** What others wrote, between what keeps its direction to itself. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
