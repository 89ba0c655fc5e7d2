import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueJob } from '../../platform/jobs/enqueue.ts'
import { touchConfiguration } from '../configuration/configuration.ts'
import { eraseFirst, eraseKind } from '../configuration/erase-event.ts'
import { eventColumns, indexEvent } from '../configuration/event.ts'
import { findEvent } from '../configuration/event-store.ts'
import { isActive } from '../configuration/opening.ts'
import type { Events } from '../events.ts'
import { readCapacity } from '../places/place-counts.ts'
import { found, problem } from '../problems.ts'
import { type EventInput, eventInput, eventRecord } from '../records/event.ts'
import type { EventRow, EventStatus } from '../records/tables.ts'
import { promoteWaiting, serveNow } from '../registration/waiting-list/waiting-list.ts'
import { forgetWords } from '../text-store.ts'
import { nextVersion, startMoment } from '../tracking.ts'
import { burySessionsOf, hasLiveRegistrations, saveEvent } from './event-change-store.ts'
import { setCapacity } from './part.ts'

type EventPlace = { organisationId: string; eventId: string; match(version: number): void }

/** No status returns to draft, and a finished event can only be archived. A cancelled event may be reopened. */
const transitions: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  draft: ['published', 'cancelled', 'archived'],
  published: ['closed', 'completed', 'cancelled', 'archived'],
  closed: ['published', 'completed', 'cancelled', 'archived'],
  completed: ['archived'],
  cancelled: ['published', 'closed', 'archived'],
  archived: [],
}

/** `edit` computes the new event from the current one. */
export async function updateEvent(
  tx: Transaction,
  service: Events,
  { edit, ...place }: EventPlace & { edit(known: EventInput): EventInput },
): Promise<EventRow> {
  const row = await holdEventRow(tx, place)
  place.match(row.version)
  const capacity = await readCapacity(tx, row.id)
  const input = edit(eventRecord.toInput(row, { capacity }))
  check(eventInput, input, '')
  const moment = await startMoment(tx, service)
  const changed = { ...row, ...eventColumns(input, ''), ...nextVersion(row, moment) }
  checkTransition(row.status, changed.status)
  if (!(await saveEvent(tx, changed))) throw problem('code-taken')
  await indexEvent(tx, changed)
  // A capacity below the number sold stops sales and removes nobody; new places go to the waiting list first.
  if (await setCapacity(tx, row.id, { from: capacity, to: input.capacity ?? null }))
    await promoteWaiting(tx, service, { eventId: row.id, moment })
  const { now } = moment
  if (!isActive(row, now) && isActive(changed, now)) await serveNow(tx, service, { eventId: row.id, moment })
  return changed
}

/** Refused while anyone has a place, waits or awaits approval. Erases personal data and frees the code. */
export async function removeEvent(tx: Transaction, service: Events, place: EventPlace): Promise<void> {
  const row = await holdEventRow(tx, place)
  place.match(row.version)
  if (await hasLiveRegistrations(tx, row.id)) throw problem('in-use')
  const moment = await startMoment(tx, service)
  const code_key = `deleted ${row.id}`
  const blank = { description: null, contact: null, custom_fields: '{}', external_references: '[]' }
  await saveEvent(tx, { ...row, ...blank, ...nextVersion(row, moment), deleted_at: moment.now, code_key })
  await burySessionsOf(tx, row.id, moment)
  await forgetWords(tx, row.id)
  await eraseFirst(tx, row.id, moment)
  await enqueueJob(tx, service, { kind: eraseKind, payload: row.id, uniqueKey: row.id })
}

/** Every change of an event locks its counter first: what is read afterwards stays the same until the transaction ends. */
export async function holdEventRow(
  tx: Transaction,
  { organisationId, eventId }: { organisationId: string; eventId: string },
): Promise<EventRow> {
  if ((await findEvent(tx, organisationId, eventId)) === undefined) throw problem('not-found')
  await touchConfiguration(tx, eventId)
  return found(await findEvent(tx, organisationId, eventId))
}

function checkTransition(from: EventStatus, to: EventStatus): void {
  if (from === to || transitions[from].includes(to)) return
  throw problem('invalid-transition', { detail: `An event that is ${from} does not become ${to}.` })
}
