import { formatMoment } from '../../ui/dates.ts'
import { ownZone } from '../../ui/moment.tsx'

/** In the reader's own zone. */
export function momentText(time: string): string {
  return formatMoment(time, ownZone)
}
