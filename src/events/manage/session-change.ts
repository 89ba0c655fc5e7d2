import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueJob } from '../../platform/jobs/enqueue.ts'
import { clearFirst, clearKind } from '../configuration/clear-session.ts'
import { touchConfiguration } from '../configuration/configuration.ts'
import { readConfiguration } from '../configuration/configuration-store.ts'
import { findSession, listTypeIds } from '../configuration/event-store.ts'
import { checkTypeIds } from '../configuration/links.ts'
import { insertSession, presentSessions, sessionColumns } from '../configuration/session.ts'
import { closeOptions, hasEnrolments, saveSession } from '../configuration/session-store.ts'
import type { Events } from '../events.ts'
import { readCapacity } from '../places/place-counts.ts'
import { changeCapacity, deletePlace, limitCapacity } from '../places/place-store.ts'
import { found, problem } from '../problems.ts'
import { type SessionInput, sessionInput, sessionRecord } from '../records/session.ts'
import type { SessionRow } from '../records/tables.ts'
import { promoteSession, servesWaitingList } from '../registration/waiting-list/session-waiting-list.ts'
import { promoteEvent } from '../registration/waiting-list/waiting-list.ts'
import { type Moment, nextVersion, startMoment } from '../tracking.ts'
import { holdEventRow } from './event-change.ts'

/** Names a session; if the path names an event, the session must belong to it. */
type SessionPlace = {
  organisationId: string
  sessionId: string
  eventId?: string
  /** Throws if the caller knows another version (If-Match). */
  match(version: number): void
}

export async function createSession(
  tx: Transaction,
  service: Events,
  { organisationId, eventId, input }: { organisationId: string; eventId: string; input: SessionInput },
): Promise<SessionRow> {
  const event = await holdEventRow(tx, { organisationId, eventId })
  checkTypeIds(await listTypeIds(tx, eventId), input.registrationTypeIds, '/registrationTypeIds')
  return insertSession(tx, service, { event, moment: await startMoment(tx, service), input })
}

/** `edit` computes the new session from the current one. */
export async function updateSession(
  tx: Transaction,
  service: Events,
  { edit, ...place }: SessionPlace & { edit(known: SessionInput): SessionInput },
): Promise<SessionRow> {
  const row = await holdSession(tx, place)
  const capacity = await readCapacity(tx, row.id)
  const input = edit(sessionRecord.toInput(row, { capacity }))
  check(sessionInput, input, '')
  checkTypeIds(await listTypeIds(tx, row.event_id), input.registrationTypeIds, '/registrationTypeIds')
  const moment = await startMoment(tx, service)
  const changed = { ...row, ...sessionColumns(input, ''), ...nextVersion(row, moment) }
  await saveSession(tx, changed)
  await setSessionCapacity(tx, { row: changed, from: capacity, to: input.capacity ?? null })
  const { now } = moment
  const makesRoom =
    capacity !== (input.capacity ?? null) || (!servesWaitingList(row, now) && servesWaitingList(changed, now))
  if (makesRoom) await serveSession(tx, service, { row, moment })
  return changed
}

/** With `force`, enrolled attendees lose their enrolment: the first ones at once, the others in a job. */
export async function removeSession(
  tx: Transaction,
  service: Events,
  { force, ...place }: SessionPlace & { force: boolean },
): Promise<void> {
  const row = await holdSession(tx, place)
  if (!force && ((await hasEnrolments(tx, row.id)) || (await countIncluded(tx, row)) > 0))
    throw problem('session-has-enrolments')
  const moment = await startMoment(tx, service)
  await saveSession(tx, { ...row, ...nextVersion(row, moment), deleted_at: moment.now })
  await closeOptions(tx, { session_id: row.id, event_id: row.event_id })
  await deletePlace(tx, row.id)
  if (await clearFirst(tx, row, moment)) return
  await enqueueJob(tx, service, { kind: clearKind, payload: row.id, uniqueKey: row.id })
}

/** Every change of an event locks its counter first: what is read afterwards stays the same until the transaction ends. */
async function holdSession(
  tx: Transaction,
  { organisationId, sessionId, eventId, match }: SessionPlace,
): Promise<SessionRow> {
  const known = await findSession(tx, organisationId, sessionId)
  if (known === undefined || (eventId !== undefined && known.event_id !== eventId)) throw problem('not-found')
  await touchConfiguration(tx, known.event_id)
  const row = found(await findSession(tx, organisationId, sessionId))
  match(row.version)
  return row
}

async function setSessionCapacity(
  tx: Transaction,
  { row, from, to }: { row: SessionRow; from: number | null; to: number | null },
): Promise<void> {
  if (from === to) return
  if (to === null) return changeCapacity(tx, row.id, null)
  if ((await countIncluded(tx, row)) > to || !(await limitCapacity(tx, row.id, to)))
    throw problem('capacity-below-enrolled')
}

/** How many take part in an included session, where nobody needs an enrolment; 0 for every other session. */
async function countIncluded(tx: Transaction, row: SessionRow): Promise<number> {
  if (row.included === 0) return 0
  const [session] = await presentSessions({ database: tx }, [row])
  return session?.enrolledCount ?? 0
}

/** Gives free places to the session's waiting list at once: part of a group that waits together may fit. */
async function serveSession(
  tx: Transaction,
  service: Events,
  { row, moment }: { row: SessionRow; moment: Moment },
): Promise<void> {
  const configuration = await readConfiguration(tx, row.event_id)
  if (configuration === undefined) return
  await promoteSession(tx, service, configuration, { sessionId: row.id, moment })
  await promoteEvent(tx, service, configuration, moment)
}
