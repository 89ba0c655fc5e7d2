import { ownZone } from '../../../ui/time/moment.tsx'
import { wallTimeOf } from '../../../ui/time/zone-time.ts'
import type { EventAnswer } from '../base/event.ts'

export type NewEvent = {
  title: string
  start: string
  end: string
  timezone: string
  format: EventAnswer['format']
  capacity: string
  /** What somebody wrote; until then it follows the title. */
  code: string | undefined
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A day in four weeks, from nine to five. */
export function firstDraft(now: number): NewEvent {
  const timezone = ownZone
  const day = wallTimeOf(now + 28 * DAY_MS, timezone).slice(0, 10)
  const times = { start: `${day}T09:00`, end: `${day}T17:00` }
  return { title: '', ...times, timezone, format: 'in-person', capacity: '', code: undefined }
}

/** When the beginning is moved the end goes with it. */
export function withEnd(draft: NewEvent, before: NewEvent): NewEvent {
  if (draft.start === before.start || draft.end !== before.end) return draft
  const lasts = Date.parse(`${before.end}Z`) - Date.parse(`${before.start}Z`)
  const start = Date.parse(`${draft.start}Z`)
  if (Number.isNaN(start) || Number.isNaN(lasts)) return draft
  return { ...draft, end: new Date(start + Math.max(lasts, 5 * MINUTE_MS)).toISOString().slice(0, 16) }
}
