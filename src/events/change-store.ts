import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '../kernel/database/database.ts'
import { statementsOf } from '../kernel/database/statement.ts'
import { storeOf } from '../kernel/database/store.ts'
import type { EventsTables } from './records/tables.ts'

type ChangeTables = EventsTables & { organisations: { id: string } }
const statement = statementsOf<ChangeTables>()
const { tx } = storeOf<ChangeTables>()

/** When a record was changed, and the number of the change. */
export type Touch = { change: number; updated_at: number }

/** The columns that every change of a synced record sets. */
export function touched(p: Touch) {
  return { change: p.change, updated_at: p.updated_at, version: sql<number>`version + 1` }
}

const advance = tx.run((db) =>
  db
    .updateTable('events_changes')
    .set((eb) => ({ last: eb('last', '+', 1) }))
    .where('id', '=', 1),
)
const current = statement((db, _p: object, { transactions }) =>
  db
    .selectFrom('events_changes')
    .select(
      transactions === undefined
        ? 'last as number'
        : sql<number>`base + ${transactions.current}`.as('number'),
    ),
)

const settled = statement((db, _p: object, { transactions }) =>
  db
    .selectFrom('events_changes')
    .select(
      transactions === undefined
        ? sql<number>`last + 1`.as('number')
        : sql<number>`base + ${transactions.settled}`.as('number'),
    ),
)

const settledRange = statement((db, _p: object, { transactions }) =>
  db
    .selectFrom('events_changes')
    .select(
      transactions === undefined
        ? [sql<number>`last + 1`.as('settled'), sql<number>`last + 1`.as('next')]
        : [
            sql<number>`base + ${transactions.settled}`.as('settled'),
            sql<number>`base + ${transactions.next}`.as('next'),
          ],
    ),
)

/** Looks up each organisation's last change in an index; no table is scanned. */
const lastUsed = (
  ['events_events', 'events_sessions', 'events_registrations', 'events_attendees'] as const
).map((table) =>
  statement((db) =>
    db.selectFrom('organisations').select((eb) =>
      eb.fn
        .max(
          eb
            .selectFrom(table)
            .select((inner) => inner.fn.max('change').as('last'))
            .whereRef(`${table}.organisation_id`, '=', 'organisations.id') as never,
        )
        .as('last'),
    ),
  ),
)
const lastContact = statement((db) =>
  db.selectFrom('events_contact_lists').select((eb) =>
    eb.fn
      .max(
        eb
          .selectFrom('events_contacts')
          .select((inner) => inner.fn.max('change').as('last'))
          .whereRef('events_contacts.list_id', '=', 'events_contact_lists.id') as never,
      )
      .as('last'),
  ),
)
const lastList = statement((db) =>
  db.selectFrom('events_contact_lists').select((eb) => eb.fn.max('change').as('last')),
)

/**
 * Does nothing if the next number is above `last` anyway. Checks and raises in one statement: when several processes
 * start at once, only one raises the number.
 */
const lift = statement((db, p: { last: number }, { transactions }) =>
  transactions === undefined
    ? db.updateTable('events_changes').set({ last: p.last }).where('last', '<', p.last)
    : db
        .updateTable('events_changes')
        .set({ base: sql<number>`${p.last} - ${transactions.settled} + 1` })
        .where(sql<boolean>`base + ${transactions.current} <= ${p.last}`),
)

/**
 * The number of this transaction's changes. SQLite counts them, with an update and a read: an update that returns what
 * it changed is slower there, for the reason given at `rowsPerInsert`.
 */
export async function readNextChange(tx: Transaction): Promise<number> {
  if (tx.capabilities.transactions === undefined) {
    await advance(tx)
    return numberOf(await tx.first(current, {}))
  }
  const reading = numbers.get(tx) ?? tx.first(current, {}).then(numberOf)
  numbers.set(tx, reading)
  return reading
}

/** The number is asked for once in a transaction. */
const numbers = new WeakMap<Transaction, Promise<number>>()

/** Changes between the two numbers are not settled yet. */
export async function readSettledRange(db: Reader): Promise<{ settled: number; next: number }> {
  const row = await db.first(settledRange, {})
  if (row === undefined) throw new Error('the change clock has a row')
  return row
}

/** Every change below this number is committed or never will be. */
export async function readSettledChange(db: Reader): Promise<number> {
  return numberOf(await db.first(settled, {}))
}

/**
 * Changes are numbered so that a reader who has seen everything below a settled number misses nothing, however late a
 * transaction commits: SQLite counts its writers, PostgreSQL gives the transaction's own number. A database that was
 * moved to another server or engine starts below the numbers in use; this function raises them at the start. Nothing
 * else may raise them: a transaction that runs while another server starts already has its number.
 */
export async function alignChangeClock(db: Database): Promise<void> {
  await db.run(lift, { last: await readLastUsedChange(db) })
}

async function readLastUsedChange(db: Reader): Promise<number> {
  const found = await Promise.all([...lastUsed, lastContact, lastList].map((asked) => db.first(asked, {})))
  return Math.max(0, ...found.map((row) => Number((row as { last: number | null } | undefined)?.last ?? 0)))
}

function numberOf(row: { number: number } | undefined): number {
  if (row === undefined) throw new Error('the clock of changes has no row')
  return row.number
}
