import { formatIn } from '../../ui/time/dates.ts'

/** The time; with the date if it is not today. */
export function formatWhen(at: number, zone: string, now: number): string {
  const day = formatIn(zone, { dateStyle: 'short' })
  const isToday = day.format(at) === day.format(now)
  return formatIn(zone, { ...(isToday ? {} : { dateStyle: 'short' }), timeStyle: 'short' }).format(at)
}
