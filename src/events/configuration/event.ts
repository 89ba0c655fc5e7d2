import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { foldCase } from '../../kernel/text/words.ts'
import type { Events } from '../events.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import { wrong } from '../refusal.ts'
import type { EventAnswer, EventInput } from '../schemas/event.ts'
import type { EventRow } from '../tables.ts'
import { indexWords } from '../text-store.ts'
import { formatTime, formatTimeOrNull, getTime, isTimeZone } from '../times.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { isReservedCode } from './codes.ts'
import { addEvent, findEvent } from './event-store.ts'

export async function getEvent(service: Events, organisationId: string, id: string): Promise<EventRow> {
  const row = await findEvent(service.database, organisationId, id)
  if (row === undefined) throw problem('not-found')
  return row
}

/** `at` is the pointer of the event in the document that it comes from. */
export async function insertEvent(
  tx: Transaction,
  context: Context,
  {
    organisationId,
    moment,
    input,
    at = '',
  }: { organisationId: string; moment: Moment; input: EventInput; at?: string },
): Promise<EventRow> {
  const row = { ...newRecord(moment, context.ids.uuid(), organisationId), ...eventColumns(input, at) }
  if (!(await addEvent(tx, row))) {
    const error = { pointer: `${at}/code`, code: 'code-taken', message: 'is the code of another event' }
    throw problem('code-taken', { errors: [error] })
  }
  await insertPlace(tx, { id: row.id, event_id: row.id, kind: 'event', capacity: input.capacity ?? null })
  await indexEvent(tx, row)
  return row
}

export async function indexEvent(tx: Transaction, row: EventRow): Promise<void> {
  const venue = row.venue === null ? null : ((JSON.parse(row.venue) as { name?: string }).name ?? null)
  await indexWords(tx, row.id, {
    scopes: [eventScope(row.organisation_id)],
    texts: [row.code, row.title, venue, row.description],
  })
}

/** Limits a search by words to an organisation's events. */
export function eventScope(organisationId: string): string {
  return `ev${organisationId}`
}

type Stored = Omit<EventRow, keyof ReturnType<typeof newRecord>>

export function eventColumns(input: EventInput, at: string): Stored {
  const [starts, ends] = [getTime(input.start, `${at}/start`), getTime(input.end, `${at}/end`)]
  if (ends < starts) throw wrong(`${at}/end`, 'range', 'is before start')
  if (isReservedCode(foldCase(input.code)))
    throw wrong(`${at}/code`, 'reserved', 'is a word that the server uses itself: choose another')
  if (!isTimeZone(input.timezone)) throw wrong(`${at}/timezone`, 'timezone', 'is no IANA time zone')
  checkReferences(input.externalReferences ?? [], `${at}/externalReferences`)
  return {
    code: input.code,
    code_key: foldCase(input.code),
    title: input.title,
    description: input.description ?? null,
    format: input.format ?? 'in-person',
    status: input.status ?? 'draft',
    starts_at: starts,
    ends_at: ends,
    start_text: input.start,
    end_text: input.end,
    timezone: input.timezone,
    registration_opens: timeOf(input.registrationOpens, `${at}/registrationOpens`),
    registration_closes: timeOf(input.registrationCloses, `${at}/registrationCloses`),
    waitlist_enabled: Number(input.waitlistEnabled ?? false),
    offer_minutes: input.offerMinutes ?? null,
    multiple_per_email: Number(input.multiplePerEmail ?? false),
    confirm_by: input.confirmBy ?? 'none',
    notify: input.notify ?? 'page',
    max_guests: input.maxGuests ?? 0,
    approval_required: Number(input.approvalRequired ?? false),
    locale: input.locale ?? null,
    test_mode: Number(input.testMode ?? false),
    virtual_url: input.virtualUrl ?? null,
    venue: jsonOrNull(input.venue),
    contact: jsonOrNull(input.contact),
    custom_fields: JSON.stringify(input.customFields ?? {}),
    external_references: JSON.stringify(input.externalReferences ?? []),
  }
}

/** What was asked for: the other way round than `eventColumns`. */
export function eventMembersOf(row: EventRow, capacity: number | null) {
  return {
    code: row.code,
    title: row.title,
    start: row.start_text,
    end: row.end_text,
    timezone: row.timezone,
    description: row.description,
    format: row.format,
    status: row.status,
    registrationOpens: formatTimeOrNull(row.registration_opens),
    registrationCloses: formatTimeOrNull(row.registration_closes),
    capacity,
    waitlistEnabled: row.waitlist_enabled === 1,
    offerMinutes: row.offer_minutes,
    multiplePerEmail: row.multiple_per_email === 1,
    confirmBy: row.confirm_by,
    notify: row.notify,
    maxGuests: row.max_guests,
    approvalRequired: row.approval_required === 1,
    locale: row.locale,
    venue: row.venue === null ? null : JSON.parse(row.venue),
    virtualUrl: row.virtual_url,
    contact: row.contact === null ? null : JSON.parse(row.contact),
    customFields: JSON.parse(row.custom_fields),
    testMode: row.test_mode === 1,
    externalReferences: JSON.parse(row.external_references),
  }
}

export async function presentEvents(
  service: { readonly database: Reader },
  rows: readonly EventRow[],
): Promise<EventAnswer[]> {
  const places = await readPlacesOf(
    service.database,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const place = places.get(row.id)
    return {
      id: row.id,
      ...eventMembersOf(row, place?.capacity ?? null),
      registeredCount: place?.registered ?? 0,
      waitlistedCount: place?.waiting ?? 0,
      remaining: place?.remaining ?? null,
      createdAt: formatTime(row.created_at),
      updatedAt: formatTime(row.updated_at),
      version: row.version,
    }
  })
}

/** One reference a system. */
export function checkReferences(references: readonly { system: string }[], pointer: string): void {
  const twin = references.findIndex(({ system }, index) =>
    references.slice(0, index).some((earlier) => earlier.system === system),
  )
  if (twin >= 0) throw wrong(`${pointer}/${twin}/system`, 'duplicate', 'has a reference already')
}

export function timeOf(text: string | null | undefined, pointer: string): number | null {
  return text === null || text === undefined ? null : getTime(text, pointer)
}

function jsonOrNull(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
