import type { JobHandler } from '../../platform/jobs/handler.ts'
import { clearKind, clearSession } from '../configuration/clear-session.ts'
import { eraseEvent, eraseKind } from '../configuration/erase-event.ts'
import type { Events } from '../events.ts'
import { holdRegistration } from '../registration/changes/hold-registration.ts'
import { changeStatus } from '../registration/changes/transition.ts'
import { isExpired } from '../registration/registration-answer.ts'
import { findRegistration } from '../registration/registration-store.ts'
import { offerKind } from '../registration/waiting-list/promotion.ts'
import { oldWaitingListKind, waitingListKind } from '../registration/waiting-list/serving.ts'
import { serveWaitingLists } from '../registration/waiting-list/waiting-list.ts'

const MINUTE_MS = 60_000
/** Work on every row of an event: continued after a crash. */
const inSlices = { timeoutMs: 15 * MINUTE_MS, resumes: true } as const
/** Free places are kept for the waiting list until the job is done, so it is tried for a day. */
const SERVING_ATTEMPTS = 1_440

export function eventsJobHandlers(service: Events): Record<string, JobHandler> {
  const serving: JobHandler = {
    run: (eventId, { signal }) => serveWaitingLists(service, eventId, signal),
    maxAttempts: SERVING_ATTEMPTS,
    longestWaitMs: MINUTE_MS,
    ...inSlices,
  }
  return {
    [offerKind]: { run: (registrationId) => expireOffer(service, registrationId) },
    [waitingListKind]: serving,
    [oldWaitingListKind]: serving,
    [eraseKind]: { run: (eventId, run) => eraseEvent(service, eventId, run), concurrency: 1, ...inSlices },
    [clearKind]: {
      run: (sessionId, run) => clearSession(service, sessionId, run),
      concurrency: 1,
      ...inSlices,
    },
  }
}

/** When an offer expires, the place goes to the next on the waiting list. */
async function expireOffer(service: Events, registrationId: string): Promise<void> {
  const row = await findRegistration(service.database, registrationId)
  if (row === undefined) return
  await holdRegistration(
    service,
    { organisationId: row.organisation_id, registrationId, actor: 'time' },
    {
      work: async (tx, held) => {
        if (isExpired(held.row, service.clock.now()))
          await changeStatus(tx, service, held, { status: 'expired' })
      },
    },
  )
}
