import { timeOfWall, wallTimeOf } from '../../../ui/time/zone-time.ts'
import type { EventAnswer } from '../base/event.ts'

type CustomValue = string | number | boolean | null
export type CustomDraft = {
  key: string
  name: string
  value: string
  kind: 'text' | 'number' | 'boolean' | 'none'
}
export type ReferenceDraft = { key: string; system: string; id: string }

/** What can be changed of an event, as it is typed. Times are wall times of its zone. */
export type DetailsDraft = {
  title: string
  code: string
  description: string
  format: EventAnswer['format']
  locale: string
  timezone: string
  start: string
  end: string
  registrationOpens: string
  registrationCloses: string
  capacity: string
  waitlistEnabled: boolean
  offerMinutes: string
  approvalRequired: boolean
  multiplePerEmail: boolean
  maxGuests: string
  confirmBy: EventAnswer['confirmBy']
  notify: EventAnswer['notify']
  venueName: string
  venueAddress: string
  latitude: string
  longitude: string
  virtualUrl: string
  contactName: string
  contactEmail: string
  contactPhone: string
  testMode: boolean
  customFields: readonly CustomDraft[]
  references: readonly ReferenceDraft[]
}

export function draftOf(event: EventAnswer): DetailsDraft {
  const wall = (time: string | null) => (time === null ? '' : wallTimeOf(time, event.timezone))
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  const { title, code, format, timezone, confirmBy, notify } = event
  const { waitlistEnabled, approvalRequired, multiplePerEmail, testMode } = event
  return {
    ...{ title, code, format, timezone, confirmBy, notify },
    ...{ waitlistEnabled, approvalRequired, multiplePerEmail, testMode },
    description: event.description ?? '',
    locale: event.locale ?? '',
    start: wall(event.start),
    end: wall(event.end),
    registrationOpens: wall(event.registrationOpens),
    registrationCloses: wall(event.registrationCloses),
    capacity: number(event.capacity),
    offerMinutes: number(event.offerMinutes),
    maxGuests: number(event.maxGuests),
    venueName: event.venue?.name ?? '',
    venueAddress: event.venue?.address ?? '',
    latitude: number(event.venue?.geo?.lat),
    longitude: number(event.venue?.geo?.lon),
    virtualUrl: event.virtualUrl ?? '',
    contactName: event.contact?.name ?? '',
    contactEmail: event.contact?.email ?? '',
    contactPhone: event.contact?.phone ?? '',
    customFields: Object.entries(event.customFields).map(([name, value], at) => customDraft(name, value, at)),
    references: event.externalReferences.map(({ system, id }, at) => ({ key: `r${at}`, system, id })),
  }
}

function customDraft(name: string, value: CustomValue, at: number): CustomDraft {
  const kind =
    value === null
      ? 'none'
      : typeof value === 'number'
        ? 'number'
        : typeof value === 'boolean'
          ? 'boolean'
          : 'text'
  return { key: `c${at}`, name, value: value === null ? '' : String(value), kind }
}

/** What the event would be. A time that nobody touched stays as it is written, to the second. */
export function membersOf(draft: DetailsDraft, event: EventAnswer) {
  const untouched = draftOf(event)
  const isSameZone = draft.timezone === event.timezone
  const time = (member: 'start' | 'end' | 'registrationOpens' | 'registrationCloses') => {
    if (isSameZone && draft[member] === untouched[member]) return event[member]
    return timeOfWall(draft[member], draft.timezone)?.text ?? null
  }
  const { title, code, format, timezone, confirmBy, notify } = draft
  const { waitlistEnabled, approvalRequired, multiplePerEmail, testMode } = draft
  return {
    ...{ title, code, format, timezone, confirmBy, notify },
    ...{ waitlistEnabled, approvalRequired, multiplePerEmail, testMode },
    description: textOrNull(draft.description),
    locale: textOrNull(draft.locale),
    start: time('start') ?? '',
    end: time('end') ?? '',
    registrationOpens: time('registrationOpens'),
    registrationCloses: time('registrationCloses'),
    capacity: numberOrNull(draft.capacity),
    offerMinutes: numberOrNull(draft.offerMinutes),
    maxGuests: numberOrNull(draft.maxGuests) ?? 0,
    venue: venueOf(draft),
    virtualUrl: textOrNull(draft.virtualUrl),
    contact: without({ name: draft.contactName, email: draft.contactEmail, phone: draft.contactPhone }),
    customFields: Object.fromEntries(draft.customFields.map((field) => [field.name, customValue(field)])),
    externalReferences: draft.references.map(({ system, id }) => ({ system, id })),
  }
}

export function textOrNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed
}

export function numberOrNull(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}

function venueOf(draft: DetailsDraft) {
  const named = without({ name: draft.venueName, address: draft.venueAddress })
  const [lat, lon] = [numberOrNull(draft.latitude), numberOrNull(draft.longitude)]
  if (lat === null || lon === null) return named
  return { ...named, geo: { lat, lon } }
}

/** What is empty is not there; null where nothing is. */
function without<T extends Record<string, string>>(members: T): Partial<T> | null {
  const entries = Object.entries(members).filter(([, value]) => value.trim() !== '')
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Partial<T>)
}

function customValue({ kind, value }: CustomDraft): CustomValue {
  if (kind === 'none') return null
  if (kind === 'boolean') return value === 'true'
  return kind === 'number' ? Number(value) : value
}
