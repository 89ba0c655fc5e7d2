import { eventFields } from '../../../../src/client/records.ts'
import { type Draft, draftOf, pickFields } from '../../../ui/record-form/draft.ts'
import { ownZone } from '../../../ui/time/moment.tsx'
import { wallTimeOf } from '../../../ui/time/zone-time.ts'

/** The required members of an event, and its number of places. */
export const newEventFields = pickFields(
  eventFields,
  ...(['title', 'code', 'start', 'end', 'timezone', 'format', 'capacity'] as const),
)

export type NewEvent = Omit<Draft<typeof newEventFields>, 'code'> & {
  /** The code that somebody typed; until then it follows the title. */
  readonly code: string | undefined
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A day in four weeks, from nine to five. */
export function firstDraft(now: number): NewEvent {
  const day = wallTimeOf(now + 28 * DAY_MS, ownZone).slice(0, 10)
  const times = { start: `${day}T09:00`, end: `${day}T17:00`, timezone: ownZone }
  return { ...draftOf(newEventFields, {}, ownZone), ...times, code: undefined }
}

/** Moving the start moves the end, too. */
export function withEnd(draft: NewEvent, before: NewEvent): NewEvent {
  if (draft.start === before.start || draft.end !== before.end) return draft
  const lasts = Date.parse(`${before.end}Z`) - Date.parse(`${before.start}Z`)
  const start = Date.parse(`${draft.start}Z`)
  if (Number.isNaN(start) || Number.isNaN(lasts)) return draft
  return { ...draft, end: new Date(start + Math.max(lasts, 5 * MINUTE_MS)).toISOString().slice(0, 16) }
}
