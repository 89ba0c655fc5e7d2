import type { Transaction } from '../../kernel/database/database.ts'
import { gathered } from '../../kernel/database/gathered.ts'
import { needOrder } from '../../kernel/database/shared-writes.ts'
import {
  type EventTaking,
  isFullAtEvent,
  lockEvent,
  MOST_AT_ONCE,
  type Taking,
  take,
  takeAtEvent,
  takeThoseFree,
} from './taking-store.ts'

/** Places of the event and of others, for one registration or for several. */
type Wanted = { readonly event: EventTaking; readonly others: readonly Taking[] }
type Group = [Wanted, ...Wanted[]]
type Ids = ReadonlySet<string>

const none: Ids = new Set()

/**
 * Takes places of the event and then of the others where there is room, and returns the ids of these counters. The
 * event's is locked first, so that transactions cannot deadlock. PostgreSQL gets two statements in one round trip; for
 * SQLite, one statement for each counter is faster (see `rowsPerInsert`).
 */
export function takeWhereFree(tx: Transaction, wanted: Wanted): Promise<Ids> {
  if (tx.capabilities.rowLock === undefined) return takeOneByOne(tx, wanted)
  const { id, revision } = wanted.event
  return takeGathered(tx, `${id} ${revision}`, wanted)
}

const takeGathered = gathered(async (tx, _event, wanted: readonly Wanted[]): Promise<Ids[]> => {
  const taken: Ids[] = []
  // One after the other, so that those who asked first get the last places.
  for (const group of groupsOf(wanted)) taken.push(...(await takeForAll(tx, group)))
  return taken
})

const takeSame = gathered(async (tx, id, seats: readonly number[]): Promise<boolean[]> => {
  const taking = (count: number) => take(tx, { id, seats: count, held: 0 })
  if (await taking(seats.reduce((sum, count) => sum + count, 0))) return seats.map(() => true)
  return seats.length === 1 ? [false] : Promise.all(seats.map(taking))
})

/** False if there is no room. */
export function takePlaces(tx: Transaction, { id, seats }: { id: string; seats: number }): Promise<boolean> {
  return takeSame(tx, id, seats)
}

/** Neighbours who together want places of no more counters than one statement changes. */
function groupsOf(wanted: readonly Wanted[]): Group[] {
  const groups: Group[] = []
  let ids = new Set<string>()
  for (const one of wanted) {
    const last = groups.at(-1)
    const more = new Set([...ids, ...one.others.map(({ id }) => id)])
    if (last !== undefined && more.size < MOST_AT_ONCE) {
      last.push(one)
      ids = more
    } else {
      groups.push([one])
      ids = new Set(one.others.map(({ id }) => id))
    }
  }
  return groups
}

/** At once if there is room for all of them, else one after the other. */
async function takeForAll(tx: Transaction, group: Group): Promise<Ids[]> {
  const [{ event }, ...more] = group
  if (more.length === 0) return [await takeTogether(tx, group[0])]
  const all = sumOf(group)
  const taken = await takeTogether(tx, all)
  if (taken.size > all.others.length) return group.map(idsOf)
  // Nobody may find a counter full because of what is only tried here.
  if (taken.size > 0) needOrder(tx)
  const fewest = Math.min(...group.map((one) => one.event.seats))
  if (await isFullAtEvent(tx, { ...event, seats: fewest })) return group.map(() => none)
  return Promise.all(group.map((one) => takeTogether(tx, one)))
}

function sumOf(group: Group): Wanted {
  const event = { ...group[0].event, seats: 0, held: 0 }
  const others = new Map<string, Taking>()
  for (const one of group) {
    event.seats += one.event.seats
    event.held += one.event.held
    for (const { id, seats, held } of one.others) {
      const sum = others.get(id) ?? { id, seats: 0, held: 0 }
      others.set(id, { id, seats: sum.seats + seats, held: sum.held + held })
    }
  }
  return { event, others: [...others.values()] }
}

function idsOf({ event, others }: Wanted): Ids {
  return new Set([event.id, ...others.map(({ id }) => id)])
}

async function takeTogether(tx: Transaction, { event, others }: Wanted): Promise<Ids> {
  const rest = others.slice(0, MOST_AT_ONCE - 1)
  // An update that waits for the lock itself costs more: afterwards PostgreSQL evaluates it again for the new row.
  const [, free] = await Promise.all([lockEvent(tx, event.id), takeThoseFree(tx, event, rest)])
  const taken = new Set(free)
  for (const claim of others.slice(rest.length)) if (await take(tx, claim)) taken.add(claim.id)
  return taken
}

/** Stops where there is no room. */
async function takeOneByOne(tx: Transaction, { event, others }: Wanted): Promise<Ids> {
  const taken = new Set<string>()
  if (!(await takeAtEvent(tx, event))) return taken
  taken.add(event.id)
  for (const claim of others) {
    if (!(await take(tx, claim))) return taken
    taken.add(claim.id)
  }
  return taken
}
