import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { touchConfiguration } from '../configuration/configuration.ts'
import { insertSession, sessionColumns } from '../configuration/session.ts'
import { listImportedSessions, renameSource, saveSession } from '../configuration/session-store.ts'
import type { EventRow, SessionRow } from '../records/tables.ts'
import { serveAllLater } from '../registration/waiting-list/serving.ts'
import type { ScheduleSession } from '../schedules/base/schedule.ts'
import { compareSchedule } from '../schedules/compare.ts'
import { type Moment, nextVersion, startMoment } from '../tracking.ts'
import { putScheduledEvent, type ScheduleImport } from './scheduled-event.ts'
import { inputOfSession, mergeReferences } from './scheduled-session.ts'

type Imported = {
  id: string
  code: string
  added: number
  updated: number
  cancelled: number
  unchanged: number
}
type Work = { event: EventRow; moment: Moment }
type Found = { session: ScheduleSession; fingerprint: string }

/** Replaces the event's sessions with those of the file; what the organiser set beyond the file is kept. */
export async function importSchedule(
  tx: Transaction,
  context: Context,
  given: ScheduleImport,
): Promise<Imported> {
  const moment = await startMoment(tx, context)
  const event = await putScheduledEvent(tx, context, { ...given, moment })
  const known = await listImportedSessions(tx, event.id)
  const byKey = new Map(known.map((row) => [row.source_key ?? '', row]))
  const changes = compareSchedule(known.map(knownSession), given.schedule.sessions)
  const rowOf = (key: string) => {
    const row = byKey.get(key)
    if (row === undefined) throw new Error('the comparison names a session that is not there')
    return row
  }
  for (const { session, fingerprint } of changes.added)
    await addScheduled(tx, context, { event, moment, session, fingerprint })
  for (const { key, ...found } of changes.updated)
    await updateScheduled(tx, rowOf(key), { event, moment, ...found })
  for (const { key, session, fingerprint } of changes.cancelled) {
    if (session === undefined || fingerprint === undefined) await cancelScheduled(tx, rowOf(key), moment)
    else await updateScheduled(tx, rowOf(key), { event, moment, session, fingerprint })
  }
  for (const { key, session } of changes.unchanged)
    if (session.key !== key) await renameSource(tx, rowOf(key).id, session.key)
  await touchConfiguration(tx, event.id)
  // A changed schedule can reopen waiting lists: an event or session may end later or no longer be cancelled.
  if (changes.updated.length > 0) await serveAllLater(tx, context, event.id)
  return { id: event.id, code: event.code, ...countsOf(changes) }
}

function knownSession({ source_key, source_hash, status, deleted_at }: SessionRow) {
  return {
    key: source_key ?? '',
    fingerprint: source_hash ?? '',
    cancelled: status === 'cancelled',
    deleted: deleted_at !== null,
  }
}

async function addScheduled(
  tx: Transaction,
  context: Context,
  { event, moment, session, fingerprint }: Work & Found,
): Promise<void> {
  const input = inputOfSession(session, event.timezone)
  const source = { key: session.key, hash: fingerprint }
  await insertSession(tx, context, { event, moment, input, source })
}

async function updateScheduled(
  tx: Transaction,
  row: SessionRow,
  { event, moment, session, fingerprint }: Work & Found,
): Promise<void> {
  const input = inputOfSession(session, event.timezone)
  const known = JSON.parse(row.external_references)
  const references = mergeReferences(known, input.externalReferences)
  const { code, title, description, track, room, speakers, external_references, ...times } = sessionColumns(
    { ...input, externalReferences: references },
    '',
  )
  await saveSession(tx, {
    ...row,
    ...{ code, title, description, track, room, speakers, external_references },
    ...{ starts_at: times.starts_at, ends_at: times.ends_at },
    ...{ start_text: times.start_text, end_text: times.end_text },
    status: statusOf(row, session),
    source_key: session.key,
    source_hash: fingerprint,
    ...nextVersion(row, moment),
  })
}

/** A session that the organiser closed stays closed. */
function statusOf(row: SessionRow, { cancelled }: ScheduleSession): SessionRow['status'] {
  if (cancelled) return 'cancelled'
  return row.status === 'cancelled' ? 'active' : row.status
}

/** Enrolled attendees stay enrolled: the organiser informs them. */
async function cancelScheduled(tx: Transaction, row: SessionRow, moment: Moment): Promise<void> {
  await saveSession(tx, { ...row, status: 'cancelled', ...nextVersion(row, moment) })
}

function countsOf(changes: ReturnType<typeof compareSchedule>) {
  return {
    added: changes.added.length,
    updated: changes.updated.length,
    cancelled: changes.cancelled.length,
    unchanged: changes.unchanged.length,
  }
}
