import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables, PlaceKind, PlaceRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

const insert = statement(
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
      revision: 1,
      checked_in: 0,
      checked_out: 0,
      walk_ins: 0,
    }),
)

const setCapacity = statement((db, p: { id: string; capacity: number | null }) =>
  db.updateTable('events_places').set({ capacity: p.capacity }).where('id', '=', p.id),
)

/** Not under what is taken. */
const lowerCapacity = statement((db, p: { id: string; capacity: number }) =>
  db
    .updateTable('events_places')
    .set({ capacity: p.capacity })
    .where('id', '=', p.id)
    .where('taken', '<=', p.capacity),
)

/** The guard of every sale: nothing is taken beyond the capacity. */
const take = statement((db, p: { id: string; seats: number; held: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ taken: eb('taken', '+', p.seats), held: eb('held', '+', p.held) }))
    .where('id', '=', p.id)
    .where((eb) =>
      eb.or([eb('capacity', 'is', null), eb(eb('taken', '+', p.seats), '<=', eb.ref('capacity'))]),
    ),
)

/** Where the event is still what the caller knows. */
const takeAtEvent = statement((db, p: { id: string; seats: number; held: number; revision: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ taken: eb('taken', '+', p.seats), held: eb('held', '+', p.held) }))
    .where('id', '=', p.id)
    .where('revision', '=', p.revision)
    .where((eb) =>
      eb.or([eb('capacity', 'is', null), eb(eb('taken', '+', p.seats), '<=', eb.ref('capacity'))]),
    ),
)

const free = statement((db, p: { id: string; seats: number; held: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ taken: eb('taken', '-', p.seats), held: eb('held', '-', p.held) }))
    .where('id', '=', p.id),
)

/** An offer that is accepted: the places stay, and are no longer held. */
const keep = statement((db, p: { id: string; seats: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ held: eb('held', '-', p.seats) }))
    .where('id', '=', p.id),
)

/** Joins the line where it is still full: a place that is freed meanwhile is seen by one of the two. */
const waitWhereFull = statement((db, p: { id: string; seats: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '+', p.seats), line: eb('line', '+', 1) }))
    .where('id', '=', p.id)
    .where('capacity', 'is not', null)
    .where((eb) => eb(eb('taken', '+', p.seats), '>', eb.ref('capacity')))
    .returning('line'),
)

const wait = statement((db, p: { id: string; seats: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '+', p.seats), line: eb('line', '+', 1) }))
    .where('id', '=', p.id)
    .returning('line'),
)

const leave = statement((db, p: { id: string; seats: number }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ waiting: eb('waiting', '-', p.seats) }))
    .where('id', '=', p.id),
)

/** Nobody else changes the event's places until the transaction ends. */
const hold = statement((db, p: { id: string }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ line: eb.ref('line') }))
    .where('id', '=', p.id)
    .returning(['revision', 'capacity', 'taken']),
)

type Came = { id: string; checked_in: number; checked_out: number; walk_ins: number }
const count = statement((db, p: Came) =>
  db
    .updateTable('events_places')
    .set((eb) => ({
      checked_in: eb('checked_in', '+', p.checked_in),
      checked_out: eb('checked_out', '+', p.checked_out),
      walk_ins: eb('walk_ins', '+', p.walk_ins),
    }))
    .where('id', '=', p.id),
)

const revise = statement((db, p: { id: string }) =>
  db
    .updateTable('events_places')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', p.id),
)

const find = statement((db, p: { id: string }) =>
  db.selectFrom('events_places').selectAll().where('id', '=', p.id),
)
const listOfEvent = statement((db, p: { event_id: string }) =>
  db.selectFrom('events_places').selectAll().where('event_id', '=', p.event_id),
)
const sessionsWaitedFor = statement((db, p: { event_id: string }) =>
  db
    .selectFrom('events_places')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('kind', '=', 'session')
    .where('waiting', '>', 0)
    .orderBy('id'),
)
const remove = statement((db, p: { id: string }) => db.deleteFrom('events_places').where('id', '=', p.id))

export async function insertPlace(
  tx: Writer,
  place: { id: string; event_id: string; kind: PlaceKind; capacity: number | null },
): Promise<void> {
  await tx.run(insert, place)
}

export async function changeCapacity(tx: Writer, id: string, capacity: number | null): Promise<void> {
  await tx.run(setCapacity, { id, capacity })
}

/** False where more are taken. */
export async function limitCapacity(tx: Writer, id: string, capacity: number): Promise<boolean> {
  return (await tx.run(lowerCapacity, { id, capacity })) === 1
}

type Taking = { id: string; seats: number; held?: number }

/** False where there is no room. */
export async function takePlaces(tx: Transaction, { id, seats, held = 0 }: Taking): Promise<boolean> {
  return (await tx.run(take, { id, seats, held })) === 1
}

/** False where there is no room, or the event is another than it was. */
export async function takeEventPlaces(
  tx: Transaction,
  { id, seats, held = 0, revision }: Taking & { revision: number },
): Promise<boolean> {
  return (await tx.run(takeAtEvent, { id, seats, held, revision })) === 1
}

export async function freePlaces(tx: Transaction, { id, seats, held = 0 }: Taking): Promise<void> {
  await tx.run(free, { id, seats, held })
}

export async function keepPlaces(tx: Transaction, id: string, seats: number): Promise<void> {
  await tx.run(keep, { id, seats })
}

/** The number in the line; undefined where there is room meanwhile. */
export async function joinLineWhereFull(
  tx: Transaction,
  id: string,
  seats: number,
): Promise<number | undefined> {
  return (await tx.first(waitWhereFull, { id, seats }))?.line
}

export async function joinLine(tx: Transaction, id: string, seats: number): Promise<number> {
  return (await tx.first(wait, { id, seats }))?.line ?? 0
}

export async function leaveLine(tx: Transaction, id: string, seats: number): Promise<void> {
  await tx.run(leave, { id, seats })
}

export function holdEvent(tx: Transaction, id: string) {
  return tx.first(hold, { id })
}

export async function countAttendance(
  tx: Transaction,
  change: { id: string; checkedIn: number; checkedOut: number; walkIns: number },
): Promise<void> {
  const { id, checkedIn, checkedOut, walkIns } = change
  await tx.run(count, { id, checked_in: checkedIn, checked_out: checkedOut, walk_ins: walkIns })
}

export async function bumpRevision(tx: Transaction, eventId: string): Promise<void> {
  await tx.run(revise, { id: eventId })
}

export function findPlace(db: Reader, id: string): Promise<PlaceRow | undefined> {
  return db.first(find, { id })
}

export async function readPlaces(db: Reader, eventId: string): Promise<Map<string, PlaceRow>> {
  return new Map((await db.all(listOfEvent, { event_id: eventId })).map((row) => [row.id, row]))
}

/** Sessions that somebody waits for. */
export async function listSessionLines(db: Reader, eventId: string): Promise<string[]> {
  return (await db.all(sessionsWaitedFor, { event_id: eventId })).map(({ id }) => id)
}

export async function deletePlace(tx: Transaction, id: string): Promise<void> {
  await tx.run(remove, { id })
}
