import { formatIn, formatMoment } from '../../ui/time/dates.ts'

/** The time; with the date if it is not today. */
export function formatWhen(at: number, zone: string, now: number): string {
  const day = formatIn(zone, { dateStyle: 'short' })
  if (day.format(at) !== day.format(now)) return formatMoment(at, zone)
  return formatIn(zone, { timeStyle: 'short' }).format(at)
}
