import type { Transaction } from '../../kernel/database/database.ts'
import { needOrder, runsBesideOthers } from '../../kernel/database/shared-writes.ts'
import {
  type EventTaking,
  lockEvent,
  MOST_AT_ONCE,
  type Taking,
  take,
  takeAtEvent,
  takeThoseFree,
} from './taking-store.ts'

type Wanted = { readonly event: EventTaking; readonly others: readonly Taking[] }
type Take = (sums: readonly Taking[]) => Promise<boolean>

/** Registrations that want places at the same time: the sum for each counter, and whether they have got it. */
type Gathering = { readonly sums: Map<string, Taking>; members: number; granted: Promise<boolean> }

/** Those whose statement is not sent yet. */
const gatherings = new WeakMap<Transaction, Map<string, Gathering>>()

/**
 * Takes places of the event and then of the others where there is room, and returns the ids of these counters. The
 * event's is locked first, so that transactions cannot deadlock. PostgreSQL gets two statements in one round trip; for
 * SQLite, one statement for each counter is faster (see `rowsPerInsert`).
 */
export async function takeWhereFree(tx: Transaction, wanted: Wanted): Promise<ReadonlySet<string>> {
  if (tx.capabilities.rowLock === undefined) return takeOneByOne(tx, wanted)
  const { event, others } = wanted
  const all = [event, ...others]
  const granted = await takeWithOthers(tx, `${event.id} ${event.revision}`, all, async ([first, ...rest]) => {
    const sums = { event: { ...event, ...first }, others: rest }
    const taken = await takeTogether(tx, sums)
    if (taken.size > 0 && taken.size <= rest.length) needOrder(tx)
    return taken.size > 0
  })
  return granted ? new Set(all.map(({ id }) => id)) : takeTogether(tx, wanted)
}

/** False if there is no room. */
export async function takePlaces(
  tx: Transaction,
  { id, seats }: { id: string; seats: number },
): Promise<boolean> {
  const wanted = { id, seats, held: 0 }
  return (
    (await takeWithOthers(tx, id, [wanted], ([sum = wanted]) => take(tx, sum))) || (await take(tx, wanted))
  )
}

/**
 * Of registrations that run beside each other in a transaction, each counter is written once for all: PostgreSQL keeps
 * every version of a row for as long as any other transaction may look at it, and each change walks through them all.
 * False if they cannot all have what they want, or if nobody else wants anything; then each has to try alone.
 */
function takeWithOthers(
  tx: Transaction,
  key: string,
  wanted: readonly Taking[],
  takeSums: Take,
): Promise<boolean> {
  if (!runsBesideOthers(tx)) return Promise.resolve(false)
  const open = gatherings.get(tx) ?? new Map<string, Gathering>()
  gatherings.set(tx, open)
  const known = open.get(key)
  const gathering = known !== undefined && fits(known, wanted) ? known : gather(open, key, takeSums)
  gathering.members += 1
  for (const { id, seats, held } of wanted) {
    const sum = gathering.sums.get(id) ?? { seats: 0, held: 0 }
    gathering.sums.set(id, { id, seats: sum.seats + seats, held: sum.held + held })
  }
  return gathering.granted
}

function fits({ sums }: Gathering, wanted: readonly Taking[]): boolean {
  return sums.size + wanted.filter(({ id }) => !sums.has(id)).length <= MOST_AT_ONCE
}

/** Others join until the statements of this turn have been collected. */
function gather(open: Map<string, Gathering>, key: string, takeSums: Take): Gathering {
  const gathering: Gathering = { sums: new Map(), members: 0, granted: Promise.resolve(false) }
  gathering.granted = gathering.granted.then(() => {
    if (open.get(key) === gathering) open.delete(key)
    return gathering.members > 1 && takeSums([...gathering.sums.values()])
  })
  open.set(key, gathering)
  return gathering
}

async function takeTogether(tx: Transaction, { event, others }: Wanted): Promise<ReadonlySet<string>> {
  const rest = others.slice(0, MOST_AT_ONCE - 1)
  // An update that waits for the lock itself costs more: afterwards PostgreSQL evaluates it again for the new row.
  const [, free] = await Promise.all([lockEvent(tx, event.id), takeThoseFree(tx, event, rest)])
  const taken = new Set(free)
  for (const claim of others.slice(rest.length)) if (await take(tx, claim)) taken.add(claim.id)
  return taken
}

/** Stops where there is no room. */
async function takeOneByOne(tx: Transaction, { event, others }: Wanted): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  if (!(await takeAtEvent(tx, event))) return taken
  taken.add(event.id)
  for (const claim of others) {
    if (!(await take(tx, claim))) return taken
    taken.add(claim.id)
  }
  return taken
}
