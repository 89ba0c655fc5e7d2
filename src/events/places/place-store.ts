import { type Kysely, sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { gathered } from '../../kernel/database/gathered.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables, PlaceKind, PlaceRow } from '../records/tables.ts'

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

/** Those who join a waiting list together: how many they are, the places of all, and of whoever wants fewest. */
type Joining = { id: string; count: number; seats: number; fewest: number }

function join(db: Kysely<EventsTables>, p: Omit<Joining, 'fewest'>) {
  return db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '+', p.seats), line: eb('line', '+', p.count) }))
    .where('id', '=', p.id)
}

/** The last of their numbers; undefined if there is room for any of them. */
const joinWhereFull = tx.value((db, p: Joining) =>
  join(db, p)
    .where((eb) =>
      eb.or([
        eb('serving', '=', 1),
        eb.and([eb('capacity', 'is not', null), eb(eb('taken', '+', p.fewest), '>', eb.ref('capacity'))]),
      ]),
    )
    .returning('line'),
)
const joinAnyway = tx.value((db, p: Joining) => join(db, p).returning('line'))
const countJoining = tx.run((db, p: Joining) => join(db, p))

function joiningOf(id: string, seats: readonly number[]): Joining {
  const sum = seats.reduce((all, one) => all + one, 0)
  return { id, count: seats.length, seats: sum, fewest: Math.min(...seats) }
}

/** So many numbers, up to the last. */
function numbersTo(last: number, count: number): number[] {
  return Array.from({ length: count }, (_none, index) => last - count + 1 + index)
}

/**
 * Gives the next waiting-list number if there is still no room, or if the free places belong to the waiting list, else
 * undefined. Checking and joining are one statement, so a place freed at the same time is noticed by one of the two
 * transactions.
 */
export const joinWaitingListWhereFull = gathered(
  async (tx, id, seats: readonly number[]): Promise<(number | undefined)[]> => {
    const last = await joinWhereFull(tx, joiningOf(id, seats))
    if (last !== undefined) return numbersTo(last, seats.length)
    if (seats.length === 1) return [undefined]
    return Promise.all(seats.map((one) => joinWhereFull(tx, joiningOf(id, [one]))))
  },
)

export const joinWaitingList = gathered(async (tx, id, seats: readonly number[]): Promise<number[]> => {
  return numbersTo((await joinAnyway(tx, joiningOf(id, seats))) ?? 0, seats.length)
})

/** The same where nobody needs a number. */
export const countWaiting = gathered(async (tx, id, seats: readonly number[]): Promise<undefined[]> => {
  await countJoining(tx, joiningOf(id, seats))
  return []
})

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

export async function freePlaces(tx: Transaction, { id, seats, held = 0 }: Given): Promise<void> {
  await free(tx, { id, seats, held })
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
