import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { isTimeZone } from '../../kernel/text/times.ts'
import type { Events } from '../events.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import { startCounting } from '../places/status-count-store.ts'
import { found, problem } from '../problems.ts'
import { type EventAnswer, type EventInput, eventRecord } from '../records/event.ts'
import type { EventRow } from '../records/tables.ts'
import { fieldError, wrong } from '../refusal.ts'
import { indexWords } from '../text-store.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { isReservedCode } from './codes.ts'
import { addEvent, findEvent } from './event-store.ts'

export async function getEvent(service: Events, organisationId: string, id: string): Promise<EventRow> {
  return found(await findEvent(service.database, organisationId, id))
}

/** `at` is the JSON pointer of the event in the imported document. */
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
    const error = fieldError(`${at}/code`, 'code-taken', 'is the code of another event')
    throw problem('code-taken', { errors: [error] })
  }
  await insertPlace(tx, { id: row.id, event_id: row.id, kind: 'event', capacity: input.capacity ?? null })
  await startCounting(tx, row.id)
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

export function eventColumns(input: EventInput, at: string) {
  const columns = eventRecord.toRow(input, at)
  if (columns.ends_at < columns.starts_at) throw wrong(`${at}/end`, 'range', 'is before start')
  if (isReservedCode(columns.code_key))
    throw wrong(`${at}/code`, 'reserved', 'is a word that the server uses itself: choose another')
  if (!isTimeZone(input.timezone)) throw wrong(`${at}/timezone`, 'timezone', 'is no IANA time zone')
  checkReferences(input.externalReferences ?? [], `${at}/externalReferences`)
  return columns
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
    return eventRecord.toAnswer(row, {
      capacity: place?.capacity ?? null,
      registeredCount: place?.registered ?? 0,
      waitlistedCount: place?.waiting ?? 0,
      remaining: place?.remaining ?? null,
    })
  })
}

/** Each external system may have one reference. */
export function checkReferences(references: readonly { system: string }[], pointer: string): void {
  const twin = references.findIndex(({ system }, index) =>
    references.slice(0, index).some((earlier) => earlier.system === system),
  )
  if (twin >= 0) throw wrong(`${pointer}/${twin}/system`, 'duplicate', 'has a reference already')
}
