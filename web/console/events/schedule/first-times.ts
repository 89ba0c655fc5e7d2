import { wallTimeOf } from '../../../ui/time/zone-time.ts'

const HALF_HOUR_MS = 1_800_000
const USUAL = '09:00'

/** When a new session of the day begins and ends at first: with the event on its first day, in the morning later. */
export function firstTimes({ start, timezone }: { start: string; timezone: string }, day: string) {
  const opening = wallTimeOf(start, timezone)
  const from = opening.startsWith(day) ? opening : `${day}T${USUAL}`
  const until = new Date(Date.parse(`${from}Z`) + HALF_HOUR_MS).toISOString().slice(0, from.length)
  return { start: from, end: until }
}
