import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { placeholderAt, prepare, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables, PlaceKind, PlaceRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()
const { one, many, run, guarded, tx } = storeOf<EventsTables>()

export const insertPlace = run(
  (db, p: { id: string; event_id: string; kind: PlaceKind; capacity: number | null }) =>
    db.insertInto('events_places').values({
      id: p.id,
      event_id: p.event_id,
      kind: p.kind,
      capacity: p.capacity,
      taken: 0,
      held: 0,
      waiting: 0,
      line: 0,
      serving: 0,
      revision: 1,
      checked_in: 0,
      checked_out: 0,
      walk_ins: 0,
    }),
)

export const changeCapacity = run((db, id: string, capacity: number | null) =>
  db.updateTable('events_places').set({ capacity }).where('id', '=', id),
)

/** Lowers or raises the capacity; false if more places than that are taken. */
export const limitCapacity = guarded((db, id: string, capacity: number) =>
  db.updateTable('events_places').set({ capacity }).where('id', '=', id).where('taken', '<=', capacity),
)

type Taking = { readonly id: string; readonly seats: number; readonly held: number }
type EventTaking = Taking & { readonly revision: number }
type Row = ExpressionBuilder<EventsTables, 'events_places'>

function hasRoom(eb: Row, seats: number) {
  return eb(eb('taken', '+', seats), '<=', eb.ref('capacity'))
}

/** The guard of every sale: never takes more than the capacity, and no limited place that the waiting list is about to get. */
function isFree(eb: Row, p: Taking) {
  return eb.or([eb('capacity', 'is', null), eb.and([eb('serving', '=', 0), hasRoom(eb, p.seats)])])
}

/**
 * Also requires that the event's revision is the one that the caller knows. While the waiting list is being served,
 * everyone else queues behind it, even if the event has no limit.
 */
function isFreeAtEvent(eb: Row, p: EventTaking) {
  return eb.and([
    eb('revision', '=', p.revision),
    eb('serving', '=', 0),
    eb.or([eb('capacity', 'is', null), hasRoom(eb, p.seats)]),
  ])
}

function add(db: Kysely<EventsTables>, p: Taking) {
  return db
    .updateTable('events_places')
    .set((eb) => ({ taken: eb('taken', '+', p.seats), held: eb('held', '+', p.held) }))
    .where('id', '=', p.id)
}

const take = tx.guarded((db, p: Taking) => add(db, p).where((eb) => isFree(eb, p)))
const takeAtEvent = tx.guarded((db, p: EventTaking) => add(db, p).where((eb) => isFreeAtEvent(eb, p)))

/** How many counters one statement changes; a registration rarely needs more. */
const MOST_AT_ONCE = 8

/** One statement for each number of counters, the event's and so many others. Returns the ids of those with room. */
const takings = Array.from({ length: MOST_AT_ONCE }, (_none, others) =>
  prepare<EventsTables, readonly Taking[], { id: string }>('quick', (db) => {
    const [event, ...rest] = Array.from({ length: others + 1 }, (_same, index) => placeholderAt(index))
    return takeAll(db, event as unknown as EventTaking, rest as unknown as Taking[])
  }),
)

function takeAll(db: Kysely<EventsTables>, event: EventTaking, rest: readonly Taking[]) {
  const all = [event, ...rest]
  const sum = (column: 'taken' | 'held', by: 'seats' | 'held') => {
    const cases = all.map((p) => sql`when ${p.id} then cast(${p[by]} as bigint)`)
    return sql<number>`${sql.ref(column)} + case id ${sql.join(cases, sql` `)} end`
  }
  return db
    .updateTable('events_places')
    .set({ taken: sum('taken', 'seats'), held: sum('held', 'held') })
    .where(
      'id',
      'in',
      all.map(({ id }) => id),
    )
    .where((eb) => {
      // Nothing is taken where the event itself has no room. Its row is locked, so this is what the update finds.
      const eventIsFree = eb.exists(
        db
          .selectFrom('events_places as event')
          .select('event.id')
          .where('event.id', '=', event.id)
          .where((inner) => isFreeAtEvent(inner as unknown as Row, event)),
      )
      const guards = rest.map((p) => sql`when ${p.id} then ${eb.and([isFree(eb, p), eventIsFree])}`)
      const first = sql`when ${event.id} then ${isFreeAtEvent(eb, event)}`
      return sql<boolean>`case id ${sql.join([first, ...guards], sql` `)} end`
    })
    .returning('id')
}

const lock = statement((db, p: { id: string }, { rowLock = sql`` }) =>
  db.selectFrom('events_places').select('id').where('id', '=', p.id).modifyEnd(rowLock),
)

const locked = new WeakMap<Transaction, Map<string, Promise<unknown>>>()

/** Locks the event's counter once in a transaction. */
export function lockEvent(tx: Transaction, id: string): Promise<unknown> {
  const known = locked.get(tx) ?? new Map<string, Promise<unknown>>()
  locked.set(tx, known)
  const locking = known.get(id) ?? tx.first(lock, { id })
  known.set(id, locking)
  return locking
}

/**
 * Takes places of the event and then of the others where there is room, and returns the ids of these counters. The
 * event's is locked first, so that transactions cannot deadlock. PostgreSQL gets two statements in one round trip; for
 * SQLite, one statement for each counter is faster (see `rowsPerInsert`).
 */
export function takeWhereFree(
  tx: Transaction,
  event: EventTaking,
  others: readonly Taking[],
): Promise<ReadonlySet<string>> {
  const isShared = tx.capabilities.rowLock !== undefined
  return isShared ? takeTogether(tx, event, others) : takeOneByOne(tx, event, others)
}

async function takeTogether(
  tx: Transaction,
  event: EventTaking,
  others: readonly Taking[],
): Promise<ReadonlySet<string>> {
  const rest = others.slice(0, MOST_AT_ONCE - 1)
  const taking = takings[rest.length]
  if (taking === undefined) throw new Error(`no statement takes places of ${rest.length} counters`)
  // An update that waits for the lock itself costs more: afterwards PostgreSQL evaluates it again for the new row.
  const [, rows] = await Promise.all([lockEvent(tx, event.id), tx.all(taking, [event, ...rest])])
  const taken = new Set(rows.map(({ id }) => id))
  for (const claim of others.slice(rest.length)) if (await take(tx, claim)) taken.add(claim.id)
  return taken
}

/** Stops where there is no room. */
async function takeOneByOne(
  tx: Transaction,
  event: EventTaking,
  others: readonly Taking[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  if (!(await takeAtEvent(tx, event))) return taken
  taken.add(event.id)
  for (const claim of others) {
    if (!(await take(tx, claim))) return taken
    taken.add(claim.id)
  }
  return taken
}

const free = tx.run((db, p: { id: string; seats: number; held: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ taken: eb('taken', '-', p.seats), held: eb('held', '-', p.held) }))
    .where('id', '=', p.id),
)

/** Turns held places into sold ones when an offer is accepted. */
export const keepPlaces = tx.run((db, id: string, seats: number) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ held: eb('held', '-', seats) }))
    .where('id', '=', id),
)

/**
 * Gives the next waiting-list number if there is still no room, or if the free places belong to the waiting list, else
 * undefined. Checking and joining are one statement, so a place freed at the same time is noticed by one of the two
 * transactions.
 */
export const joinWaitingListWhereFull = tx.value((db, id: string, seats: number) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '+', seats), line: eb('line', '+', 1) }))
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('serving', '=', 1),
        eb.and([eb('capacity', 'is not', null), eb(eb('taken', '+', seats), '>', eb.ref('capacity'))]),
      ]),
    )
    .returning('line'),
)

function addWaiting(db: Kysely<EventsTables>, p: { id: string; seats: number }) {
  return db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '+', p.seats), line: eb('line', '+', 1) }))
    .where('id', '=', p.id)
}

const wait = tx.value((db, p: { id: string; seats: number }) => addWaiting(db, p).returning('line'))
/** The same where nobody needs the number. */
export const countWaiting = tx.run((db, p: { id: string; seats: number }) => addWaiting(db, p))

export const leaveWaitingList = tx.run((db, id: string, seats: number) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '-', seats) }))
    .where('id', '=', id),
)

/** Locks the event's counter: nobody else changes its places until the transaction ends. */
export const holdEvent = tx.one((db, id: string) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ line: eb.ref('line') }))
    .where('id', '=', id)
    .returning(['revision', 'capacity', 'taken', 'waiting', 'serving']),
)

/** What the waiting list has got in a transaction, or given up; all members are added to the counter. */
export type Grant = {
  readonly taken: number
  readonly held: number
  readonly waiting: number
  readonly line: number
}

/** Like a sale, but for the waiting list: false if that many places are not free. */
export const grantPlaces = tx.guarded((db, id: string, p: Grant) =>
  db
    .updateTable('events_places')
    .set((eb) => ({
      taken: eb('taken', '+', p.taken),
      held: eb('held', '+', p.held),
      waiting: eb('waiting', '+', p.waiting),
      line: eb('line', '+', p.line),
    }))
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('capacity', 'is', null),
        eb(eb('taken', '+', p.taken), '<=', eb.ref('capacity')),
        eb(sql.lit<number>(0), '=', p.taken),
      ]),
    ),
)

/** Keeps the free places of the whole event for those who wait, until `endServing`. */
export const startServing = tx.run((db, eventId: string) =>
  db
    .updateTable('events_places')
    .set({ serving: 1 })
    .where('event_id', '=', eventId)
    .where('serving', '=', 0),
)

export const startServingSession = tx.run((db, id: string) =>
  db.updateTable('events_places').set({ serving: 1 }).where('id', '=', id),
)

/** Keeps free places only where people wait: those of the whole event if it has a waiting list now, or of sessions. */
export const startServingWaiting = tx.run((db, eventId: string) =>
  db
    .updateTable('events_places')
    .set({ serving: 1 })
    .where('event_id', '=', eventId)
    .where('serving', '=', 0)
    .where((eb) =>
      eb.or([
        eb('waiting', '>', 0),
        eb(eb.selectFrom('events_places as e').select('e.waiting').where('e.id', '=', eventId), '>', 0),
      ]),
    ),
)

export const endServing = tx.run((db, eventId: string) =>
  db
    .updateTable('events_places')
    .set({ serving: 0 })
    .where('event_id', '=', eventId)
    .where('serving', '=', 1),
)

type Came = { id: string; checked_in: number; checked_out: number; walk_ins: number }
const count = tx.run((db, p: Came) =>
  db
    .updateTable('events_places')
    .set((eb) => ({
      checked_in: eb('checked_in', '+', p.checked_in),
      checked_out: eb('checked_out', '+', p.checked_out),
      walk_ins: eb('walk_ins', '+', p.walk_ins),
    }))
    .where('id', '=', p.id),
)

export const bumpRevision = tx.run((db, eventId: string) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', eventId),
)

export const findPlace = one((db, id: string) =>
  db.selectFrom('events_places').selectAll().where('id', '=', id),
)

const listOfEvent = many((db, p: { event_id: string }) =>
  db.selectFrom('events_places').selectAll().where('event_id', '=', p.event_id),
)

/** Sessions that have a waiting list with somebody on it. */
export const listWaitedSessions = many((db, eventId: string) =>
  db
    .selectFrom('events_places')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('kind', '=', 'session')
    .where('waiting', '>', 0)
    .orderBy('id'),
)

export const deletePlace = tx.run((db, id: string) => db.deleteFrom('events_places').where('id', '=', id))

type Given = { id: string; seats: number; held?: number }

/** False if there is no room. */
export function takePlaces(tx: Transaction, { id, seats, held = 0 }: Given): Promise<boolean> {
  return take(tx, { id, seats, held })
}

export async function freePlaces(tx: Transaction, { id, seats, held = 0 }: Given): Promise<void> {
  await free(tx, { id, seats, held })
}

export async function joinWaitingList(tx: Transaction, id: string, seats: number): Promise<number> {
  return (await wait(tx, { id, seats })) ?? 0
}

export async function countAttendance(
  tx: Transaction,
  change: { id: string; checkedIn: number; checkedOut: number; walkIns: number },
): Promise<void> {
  const { id, checkedIn, checkedOut, walkIns } = change
  await count(tx, { id, checked_in: checkedIn, checked_out: checkedOut, walk_ins: walkIns })
}

export async function readPlaces(db: Reader, eventId: string): Promise<Map<string, PlaceRow>> {
  return new Map((await listOfEvent(db, { event_id: eventId })).map((row) => [row.id, row]))
}
