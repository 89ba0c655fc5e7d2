import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { placeholderAt, prepare, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()
const { tx } = storeOf<EventsTables>()

export type Taking = { readonly id: string; readonly seats: number; readonly held: number }
export type EventTaking = Taking & { readonly revision: number }
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

/** False if there is no room. */
export const take = tx.guarded((db, p: Taking) => add(db, p).where((eb) => isFree(eb, p)))
export const takeAtEvent = tx.guarded((db, p: EventTaking) => add(db, p).where((eb) => isFreeAtEvent(eb, p)))

/** Whether not even so many places of the event can be taken. */
export const isFullAtEvent = tx.exists((db, p: EventTaking) =>
  db
    .selectFrom('events_places')
    .select('id')
    .where('id', '=', p.id)
    .where((eb) => eb.not(isFreeAtEvent(eb, p))),
)

/** How many counters one statement changes, the event's and others; a registration rarely needs as many. */
export const MOST_AT_ONCE = 16

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

/** In one statement; returns the ids of the counters with room. For PostgreSQL, and only after `lockEvent`. */
export async function takeThoseFree(
  tx: Transaction,
  event: EventTaking,
  others: readonly Taking[],
): Promise<ReadonlySet<string>> {
  const taking = takings[others.length]
  if (taking === undefined) throw new Error(`no statement takes places of ${others.length} counters`)
  return new Set((await tx.all(taking, [event, ...others])).map(({ id }) => id))
}
