import { formatMoment } from '../../ui/time/dates.ts'
import { ownZone } from '../../ui/time/moment.tsx'

/** In the reader's own time zone. */
export function momentText(time: string): string {
  return formatMoment(time, ownZone)
}
