import { formatMoment } from '../../ui/dates.ts'

/** In the reader's own zone. */
export function momentText(time: string): string {
  return formatMoment(time, Intl.DateTimeFormat().resolvedOptions().timeZone)
}
