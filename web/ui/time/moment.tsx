import { formatMoment } from './dates.ts'

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time in the reader's own zone. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, ownZone)}</time>
}
