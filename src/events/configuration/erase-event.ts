import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { JobRun } from '../../platform/jobs/handler.ts'
import type { Events } from '../events.ts'
import { type Moment, startMoment } from '../tracking.ts'
import { erasePeople, eraseTraces, findOwnerOfDeleted } from './erasure-store.ts'
import { findPeople, listPeople, peopleTables } from './people-store.ts'

export const eraseKind = 'events-erase'
/** Rows per transaction, kept small so that other writers get a turn in between. */
const AT_ONCE = 200

/** Erases the first attendees in the transaction that deletes the event; for a small event, that is all of them. */
export async function eraseFirst(tx: Transaction, eventId: string, moment: Moment): Promise<void> {
  for (const table of peopleTables) {
    const slice = await findPeople(tx, table, { eventId, limit: AT_ONCE })
    if (slice !== undefined) await erasePeople(tx, table, { ids: slice.ids, moment })
  }
}

/**
 * Erases the personal data of a deleted event, slice by slice. Each slice is one transaction; after a crash, the next
 * start skips what is already erased.
 */
export async function eraseEvent(
  service: Events,
  eventId: string,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { database } = service
  const organisationId = await findOwnerOfDeleted(database, eventId)
  if (organisationId === undefined) return
  for (const table of peopleTables)
    for await (const { ids } of listPeople(database, table, { eventId, limit: AT_ONCE })) {
      signal.throwIfAborted()
      await database.write(async (tx) =>
        erasePeople(tx, table, { ids, moment: await startMoment(tx, service) }),
      )
      await letOthersRun()
    }
  signal.throwIfAborted()
  await eraseTraces(database, { organisationId, eventId })
}
