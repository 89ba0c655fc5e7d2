import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import type { Events } from '../events.ts'
import { readPage } from '../lists/list-store.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import { found } from '../problems.ts'
import { type SessionAnswer, type SessionInput, sessionRecord } from '../records/session.ts'
import type { EventRow, SessionRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { checkReferences } from './event.ts'
import { addSession, findSession } from './event-store.ts'

export async function getSession(service: Events, organisationId: string, id: string): Promise<SessionRow> {
  return found(await findSession(service.database, organisationId, id))
}

type NewSession = {
  event: Pick<EventRow, 'id' | 'organisation_id'>
  moment: Moment
  input: SessionInput
  at?: string
  source?: { key: string; hash: string }
}

export async function insertSession(
  tx: Transaction,
  context: Context,
  { event, moment, input, at = '', source }: NewSession,
): Promise<SessionRow> {
  const row = {
    ...newRecord(moment, context.ids.uuid(), event.organisation_id),
    event_id: event.id,
    source_key: source?.key ?? null,
    source_hash: source?.hash ?? null,
    ...sessionColumns(input, at),
  }
  await addSession(tx, row)
  await insertPlace(tx, { id: row.id, event_id: event.id, kind: 'session', capacity: input.capacity ?? null })
  return row
}

export function sessionColumns(input: SessionInput, at: string) {
  const columns = sessionRecord.toRow(input, at)
  if (columns.ends_at < columns.starts_at) throw wrong(`${at}/end`, 'range', 'is before start')
  checkReferences(input.externalReferences ?? [], `${at}/externalReferences`)
  return columns
}

/** In an included session, everyone of its types takes part without an enrolment. */
export async function presentSessions(
  service: { readonly database: Reader },
  rows: readonly SessionRow[],
): Promise<SessionAnswer[]> {
  const included = rows.filter((row) => row.included === 1)
  const expected = included.flatMap((row) => [row.event_id, ...typeIdsOf(row)])
  const places = await readPlacesOf(service.database, [
    ...new Set([...rows.map(({ id }) => id), ...expected]),
  ])
  const enrolledIn = (row: SessionRow) => {
    if (row.included === 0) return places.get(row.id)?.taken ?? 0
    const types = typeIdsOf(row)
    return (types.length === 0 ? [row.event_id] : types).reduce(
      (sum, id) => sum + (places.get(id)?.registered ?? 0),
      0,
    )
  }
  return rows.map((row) =>
    sessionRecord.toAnswer(row, {
      capacity: places.get(row.id)?.capacity ?? null,
      remaining: row.included === 1 ? null : (places.get(row.id)?.remaining ?? null),
      enrolledCount: enrolledIn(row),
      waitlistedCount: places.get(row.id)?.waiting ?? 0,
    }),
  )
}

function typeIdsOf(row: SessionRow): string[] {
  return JSON.parse(row.registration_type_ids)
}

const AT_ONCE = 1_000

/** The whole schedule, in order. */
export async function listAllSessions(service: Events, eventId: string): Promise<SessionAnswer[]> {
  const sessions: SessionAnswer[] = []
  const slices = slicesOf<SessionRow>(AT_ONCE, (last) =>
    readPage(service.database, {
      table: 'events_sessions',
      filters: [
        { column: 'event_id', op: '=', value: eventId },
        { column: 'deleted_at', op: 'null' },
      ],
      order: ['starts_at', 'id'],
      after: last && [last.starts_at, last.id],
      limit: AT_ONCE,
    }),
  )
  for await (const rows of slices) sessions.push(...(await presentSessions(service, rows)))
  return sessions
}
