import { letOthersRun } from '../../../kernel/async/let-others-run.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { configurationAt } from '../../configuration/configuration.ts'
import { readConfiguration } from '../../configuration/configuration-store.ts'
import { isActive } from '../../configuration/opening.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import {
  endServing,
  holdEvent,
  leaveWaitingList,
  listWaitedSessions,
  readPlaces,
  startServing,
  startServingSession,
} from '../../places/place-store.ts'
import { Room } from '../../places/room.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { type Moment, startMoment } from '../../tracking.ts'
import { noteNeeds } from '../needs.ts'
import { listFitting } from './next-waiting.ts'
import { letIn, type Promoted, takeRoom, wantsOf } from './promotion.ts'
import { enqueueServing, MOST_AT_ONCE, serveLater } from './serving.ts'
import { promoteInSession } from './session-waiting-list.ts'
import { storeNeeds } from './waiting-list-store.ts'

/** How many may turn out in one transaction to need more than was noted. Usually none does. */
const MOST_NOTES = 200

/**
 * Gives free places to the first registration on the waiting list that fits, then the next. Must run in every
 * transaction that frees or adds places. First come, first served, but one that needs more than is free does not block
 * the others. If more get a place than one transaction should promote, a job continues. Does nothing if the event is
 * cancelled or over.
 */
export async function promoteEvent(
  tx: Transaction,
  service: Events,
  known: Configuration,
  moment: Moment,
): Promise<void> {
  const eventId = known.event.id
  // Locks the event's row first, so that the event cannot be cancelled until this transaction ends.
  const held = await holdEvent(tx, eventId)
  if (held === undefined || held.waiting === 0) return
  if (held.serving === 1) return enqueueServing(tx, service, eventId)
  if (held.capacity !== null && held.taken >= held.capacity) return
  const configuration = await configurationAt(tx, known, held.revision)
  if (!isActive(configuration.event, moment.now)) return
  const places = await readPlaces(tx, eventId)
  // A session that is being served gives its places to its own waiting list first.
  const room = new Room(places, ({ serving }) => serving === 0)
  const done = await promoteInto(tx, service, configuration, { room, moment, most: MOST_AT_ONCE })
  if (!done) await serveLater(tx, service, eventId)
}

/** Must run in every transaction that frees places: uses the event's current configuration. */
export async function promoteWaiting(
  tx: Transaction,
  service: Events,
  { eventId, moment }: { eventId: string; moment: Moment },
): Promise<void> {
  const configuration = await readConfiguration(tx, eventId)
  if (configuration !== undefined) await promoteEvent(tx, service, configuration, moment)
}

/** Serves the waiting lists of an event with one transaction after another, until nobody else can get a place. */
export async function serveWaitingLists(
  service: Events,
  eventId: string,
  signal: AbortSignal,
): Promise<void> {
  const serve = async (tx: Transaction) => {
    if ((await holdEvent(tx, eventId)) === undefined) return true
    return serveSome(tx, service, { eventId, moment: await startMoment(tx, service) })
  }
  while (!(await service.database.write(serve))) {
    signal.throwIfAborted()
    await letOthersRun()
  }
}

/** Serves the waiting lists now, and leaves the rest to the job. The caller holds the event's row. */
export async function serveNow(
  tx: Transaction,
  service: Events,
  serving: { eventId: string; moment: Moment },
): Promise<void> {
  if (!(await serveSome(tx, service, serving))) await enqueueServing(tx, service, serving.eventId)
}

/**
 * Serves the waiting lists of all sessions, then the event's own; true if nobody else can get a place. The free places
 * are then for everyone again.
 */
async function serveSome(
  tx: Transaction,
  service: Events,
  { eventId, moment }: { eventId: string; moment: Moment },
): Promise<boolean> {
  const configuration = await readConfiguration(tx, eventId)
  const left =
    configuration === undefined ? MOST_AT_ONCE : await serveSessions(tx, service, configuration, moment)
  if (left === undefined) return false
  if (configuration !== undefined && isActive(configuration.event, moment.now)) {
    const room = new Room(await readPlaces(tx, eventId))
    if (!(await promoteInto(tx, service, configuration, { room, moment, most: left }))) {
      await startServing(tx, eventId)
      return false
    }
  }
  await endServing(tx, eventId)
  return true
}

/** Returns how many may still be promoted in this transaction; undefined if sessions need more than one. */
async function serveSessions(
  tx: Transaction,
  service: Events,
  configuration: Configuration,
  moment: Moment,
): Promise<number | undefined> {
  let left = MOST_AT_ONCE
  for (const place of await listWaitedSessions(tx, configuration.event.id)) {
    const { count, done } = await promoteInSession(tx, service, configuration, { place, moment, most: left })
    left -= count
    if (done) continue
    await startServingSession(tx, place.id)
    return undefined
  }
  return left
}

type Promoting = { readonly room: Room; readonly moment: Moment; readonly most: number }

/** Promotes at most so many; true if nobody else can get a place now. */
async function promoteInto(
  tx: Transaction,
  service: Events,
  configuration: Configuration,
  { room, moment, most }: Promoting,
): Promise<boolean> {
  // Mails name the event: its configuration is at hand, and need not be read for each of them.
  const telling = { ...service, configurations: { ...service.configurations, get: () => configuration } }
  const promoted: Promoted[] = []
  let [notes, done] = [0, true]
  for await (const waiting of listFitting(tx, { configuration, room, most })) {
    done = promoted.length < most && notes < MOST_NOTES
    if (!done) break
    const wants = wantsOf(configuration, waiting)
    const enrolled = takeRoom(room, configuration, wants)
    if (enrolled !== undefined) {
      promoted.push({ waiting, enrolled })
      continue
    }
    const needs = noteNeeds(room, { configuration, ...wants })
    if (needs === waiting.row.needs) continue
    await storeNeeds(tx, waiting.row.id, needs)
    notes += 1
  }
  await letIn(tx, telling, configuration, { promoted, moment })
  await room.save(tx)
  return done
}

/** Removes it from the waiting list of the event and the count of the type. */
export async function leaveEventWaitingList(tx: Transaction, row: RegistrationRow): Promise<void> {
  await leaveWaitingList(tx, row.event_id, row.seats)
  if (row.registration_type_id !== null) await leaveWaitingList(tx, row.registration_type_id, row.seats)
}
