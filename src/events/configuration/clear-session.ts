import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { JobRun } from '../../platform/jobs/handler.ts'
import type { Events } from '../events.ts'
import { holdEvent } from '../places/place-store.ts'
import type { SessionRow } from '../records/tables.ts'
import { type Moment, startMoment } from '../tracking.ts'
import { clearAskers, clearEnrolled, hasAskers, type NextEnrolled } from './clearing-store.ts'
import { findPeople, listPeople, peopleTables } from './people-store.ts'
import { enrolledStates, findEventOfDeleted, hasEnrolments } from './session-store.ts'

export const clearKind = 'events-clear-session'
/** Enrolments that end in one transaction, kept small so that other writers get a turn in between. */
const AT_ONCE = 100
/** Records that are compared with the session at once. */
const COMPARED = 250

/** Clears as much as one short transaction can; for a small event, that is everything. Tells whether it was. */
export async function clearFirst(
  tx: Transaction,
  { id, event_id: eventId }: Pick<SessionRow, 'id' | 'event_id'>,
  moment: Moment,
): Promise<boolean> {
  for (const status of enrolledStates)
    await clearEnrolled(tx, { sessionId: id, status, after: '', limit: AT_ONCE }, moment)
  if (await hasEnrolments(tx, id)) return false
  let isAll = true
  for (const table of peopleTables) {
    const slice = await findPeople(tx, table, { eventId, limit: COMPARED })
    if (slice === undefined) continue
    await clearAskers(tx, table, { slice, sessionId: id, moment })
    if (!slice.isLast) isAll = false
  }
  return isAll
}

/**
 * Ends the enrolments of a deleted session and takes it from everyone who asked for it, slice by slice. Each slice is
 * one transaction; after a crash, the next start finds what is left.
 */
export async function clearSession(
  service: Events,
  sessionId: string,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { database } = service
  const eventId = await findEventOfDeleted(database, sessionId)
  if (eventId === undefined) return
  const write: Write = (work) => {
    signal.throwIfAborted()
    return database.write(async (tx) => {
      await holdEvent(tx, eventId)
      return work(tx, await startMoment(tx, service))
    })
  }
  for (const status of enrolledStates) await clearAll(write, { sessionId, status })
  for (const table of peopleTables)
    for await (const slice of listPeople(database, table, { eventId, limit: COMPARED })) {
      if (await hasAskers(database, table, { slice, sessionId }))
        await write((tx, moment) => clearAskers(tx, table, { slice, sessionId, moment }))
      await letOthersRun()
    }
}

type Write = <T>(work: (tx: Transaction, moment: Moment) => Promise<T>) => Promise<T>

/** Starts again from the first registration until nobody is left. */
async function clearAll(write: Write, enrolled: Pick<NextEnrolled, 'sessionId' | 'status'>): Promise<void> {
  let after = ''
  for (;;) {
    const next = { ...enrolled, after, limit: AT_ONCE }
    const last = await write((tx, moment) => clearEnrolled(tx, next, moment))
    if (last === undefined && after === '') return
    after = last ?? ''
    await letOthersRun()
  }
}
