import { formatMoment } from './dates.ts'

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time on the reader's own clock. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, ownZone)}</time>
}
