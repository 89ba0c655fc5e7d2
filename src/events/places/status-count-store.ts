import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { gathered } from '../../kernel/database/gathered.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { registrationStates } from '../records/registration.ts'
import type { EventsTables, RegistrationStatus, StatusCountRow } from '../records/tables.ts'
import { holdEvent } from './place-store.ts'

const { many, run, tx } = storeOf<EventsTables>()

const EVENTS_AT_ONCE = 100

/** Must run when an event is created. */
export const startCounting = run((db, eventId: string) =>
  db
    .insertInto('events_status_counts')
    .values(registrationStates.map((status) => ({ event_id: eventId, status, registrations: 0, people: 0 }))),
)

const add = tx.run((db, p: StatusCountRow) =>
  db
    .updateTable('events_status_counts')
    .set((eb) => ({
      registrations: eb('registrations', '+', p.registrations),
      people: eb('people', '+', p.people),
    }))
    .where('event_id', '=', p.event_id)
    .where('status', '=', p.status),
)

/** The registrations of a transaction that get the same status are counted together. */
const addAll = gathered(async (tx, _key, added: readonly StatusCountRow[]): Promise<undefined[]> => {
  const [first] = added
  if (first === undefined) return []
  const sum = { ...first, registrations: 0, people: 0 }
  for (const { registrations, people } of added) {
    sum.registrations += registrations
    sum.people += people
  }
  await add(tx, sum)
  return []
})

type Counted = { readonly event_id: string; readonly seats: number }

/** Must run in every transaction that gives registrations of an event a status, new ones or those that had another. */
export async function countStatus(
  tx: Transaction,
  registrations: readonly Counted[],
  { from, to }: { from?: RegistrationStatus; to: RegistrationStatus },
): Promise<void> {
  const [first] = registrations
  if (first === undefined || from === to) return
  const { event_id } = first
  const count = registrations.length
  const people = registrations.reduce((sum, { seats }) => sum + seats, 0)
  const addTo = (status: RegistrationStatus, sign: 1 | -1) =>
    addAll(tx, `${event_id} ${status}`, {
      event_id,
      status,
      registrations: sign * count,
      people: sign * people,
    })
  if (from !== undefined) await addTo(from, -1)
  await addTo(to, 1)
}

/** Must run when the last registration of a deleted event is erased. */
export const endCounting = run((db, eventId: string) =>
  db.deleteFrom('events_status_counts').where('event_id', '=', eventId),
)

function registrationsOf(eb: ExpressionBuilder<EventsTables, 'events_status_counts'>) {
  return eb
    .selectFrom('events_registrations as r')
    .whereRef('r.event_id', '=', 'events_status_counts.event_id')
    .whereRef('r.status', '=', 'events_status_counts.status')
    .where('r.deleted_at', 'is', null)
}

const recount = tx.run((db, p: { event_id: string }) =>
  db
    .updateTable('events_status_counts')
    .set((eb) => ({
      registrations: registrationsOf(eb).select(({ fn }) => fn.countAll<number>().as('count')),
      people: registrationsOf(eb).select(sql<number>`cast(coalesce(sum(r.seats), 0) as bigint)`.as('sum')),
    }))
    .where('event_id', '=', p.event_id),
)

const findLive = tx.one((db, eventId: string) =>
  db.selectFrom('events_events').select('id').where('id', '=', eventId).where('deleted_at', 'is', null),
)

const endUnused = tx.run((db, p: { event_id: string }) =>
  db
    .deleteFrom('events_status_counts')
    .where('event_id', '=', p.event_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events_registrations')
            .select('id')
            .where('event_id', '=', p.event_id)
            .where('deleted_at', 'is', null),
        ),
      ),
    ),
)

/** Sets an event's counters to what its rows say. Reads them all in one statement: only for commands. */
export async function recountStatuses(tx: Transaction, eventId: string): Promise<void> {
  await holdEvent(tx, eventId)
  if ((await findLive(tx, eventId)) === undefined) return endUnused(tx, { event_id: eventId })
  await endCounting(tx, eventId)
  await startCounting(tx, eventId)
  await recount(tx, { event_id: eventId })
}

/** How many registrations an event has in each status, and how many people are in them. */
export const readStatusCounts = many((db, eventId: string) =>
  db.selectFrom('events_status_counts').selectAll().where('event_id', '=', eventId),
)

type Events = SelectQueryBuilder<EventsTables, 'events_events', { id: string; deleted_at: number | null }>

/** The counters of some events, each beside the number of people who have places there and who wait for one. */
function countersOf(db: Kysely<EventsTables>, choose: (events: Events) => Events) {
  return db
    .selectFrom((from) => choose(from.selectFrom('events_events').select(['id', 'deleted_at'])).as('e'))
    .leftJoin('events_places as p', 'p.id', 'e.id')
    .leftJoin('events_status_counts as c', 'c.event_id', 'e.id')
    .select(['e.id', 'e.deleted_at', 'p.taken', 'p.waiting', 'c.status', 'c.registrations', 'c.people'])
    .orderBy('e.id')
}

const readOfEvent = many((db, eventId: string) =>
  countersOf(db, (events) => events.where('id', '=', eventId)),
)

const readOfEvents = many((db, p: { organisation_id: string; after: string }, limit: number) =>
  countersOf(db, (events) =>
    events
      .where('organisation_id', '=', p.organisation_id)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(limit),
  ),
)

export type CountScope = { readonly organisationId: string; readonly eventId?: string | undefined }
type Count = Pick<StatusCountRow, 'registrations' | 'people'>

/**
 * How many registrations an event or all events have in each status, and how many people are in them. Undefined if the
 * counters cannot tell: an earlier release created an event or changed its registrations, or an event is deleted and its
 * registrations are still being erased.
 */
export async function countByStatus(
  db: Reader,
  { organisationId, eventId }: CountScope,
): Promise<ReadonlyMap<RegistrationStatus, Count> | undefined> {
  const sums = new Map<RegistrationStatus, Count>()
  if (eventId !== undefined) return addCounters(sums, await readOfEvent(db, eventId)) ? sums : undefined
  const slices = slicesOf(EVENTS_AT_ONCE, (last?: { id: string }) =>
    readOfEvents(db, { organisation_id: organisationId, after: last?.id ?? '' }, EVENTS_AT_ONCE),
  )
  for await (const rows of slices) {
    if (!addCounters(sums, rows)) return undefined
    await letOthersRun()
  }
  return sums
}

type Wanted = { readonly count: keyof Count; has(status: RegistrationStatus): boolean }

/** How many registrations have a wanted status, or how many people are in them; undefined if counters cannot tell. */
export async function sumByStatus(
  db: Reader,
  scope: CountScope,
  { count, has }: Wanted,
): Promise<number | undefined> {
  const counts = await countByStatus(db, scope)
  if (counts === undefined) return undefined
  return [...counts].reduce((sum, [status, of]) => sum + (has(status) ? of[count] : 0), 0)
}

/** How many registrations there are, from counters; undefined if they cannot tell. */
export function countRegistrations(
  db: Reader,
  { status, ...scope }: CountScope & { status?: RegistrationStatus | undefined },
): Promise<number | undefined> {
  const has = (of: RegistrationStatus) => status === undefined || of === status
  return sumByStatus(db, scope, { count: 'registrations', has })
}

type CounterRow = Awaited<ReturnType<typeof readOfEvent>>[number]

/** False if the counters of any event cannot be right. */
function addCounters(sums: Map<RegistrationStatus, Count>, rows: readonly CounterRow[]): boolean {
  const places = new Map<string, { taken: number; waiting: number }>()
  for (const { id, deleted_at, taken, waiting, status, registrations, people } of rows) {
    const isErased = deleted_at !== null && status === null
    if (isErased) continue
    if (deleted_at !== null || status === null || registrations === null || people === null) return false
    if (registrations < 0 || people < 0) return false
    const left = places.get(id) ?? { taken: taken ?? 0, waiting: waiting ?? 0 }
    if (status === 'confirmed' || status === 'offered') left.taken -= people
    if (status === 'waitlisted') left.waiting -= people
    places.set(id, left)
    const sum = sums.get(status) ?? { registrations: 0, people: 0 }
    sums.set(status, {
      registrations: sum.registrations + registrations,
      people: sum.people + people,
    })
  }
  // An earlier release counts places, and nothing by status.
  return [...places.values()].every(({ taken, waiting }) => taken === 0 && waiting === 0)
}
