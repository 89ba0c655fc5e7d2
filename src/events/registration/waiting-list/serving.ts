import type { Context } from '../../../kernel/context.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue.ts'
import { startServing, startServingSession, startServingWaiting } from '../../places/place-store.ts'

export const waitingListKind = 'events-waiting-list'
/** The kind of an earlier release, which may have left such jobs. */
export const oldWaitingListKind = 'events-lines'

/** How many get a place in one transaction. Others who register or cancel wait until it ends. */
export const MOST_AT_ONCE = 50

/** Queues the job that serves the waiting lists of an event. */
export async function enqueueServing(tx: Transaction, context: Context, eventId: string): Promise<void> {
  await enqueueJob(tx, context, { kind: waitingListKind, payload: eventId, uniqueKey: eventId })
}

/** Leaves the rest of the event's waiting list to the job. Until it is done, nobody else gets a place. */
export async function serveLater(tx: Transaction, context: Context, eventId: string): Promise<void> {
  await startServing(tx, eventId)
  await enqueueServing(tx, context, eventId)
}

/** The same for the waiting list of one session. */
export async function serveSessionLater(
  tx: Transaction,
  context: Context,
  { eventId, sessionId }: { eventId: string; sessionId: string },
): Promise<void> {
  await startServingSession(tx, sessionId)
  await enqueueServing(tx, context, eventId)
}

/** Leaves all waiting lists to the job, for work without the service. */
export async function serveAllLater(tx: Transaction, context: Context, eventId: string): Promise<void> {
  await startServingWaiting(tx, eventId)
  await enqueueServing(tx, context, eventId)
}
