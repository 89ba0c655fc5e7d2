import { type ExpressionBuilder, sql } from 'kysely'
import { letOthersRun } from '../../kernel/base/let-others-run.ts'
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

/** Sets an event's counters to what its rows say. Reads them all in one statement: only for commands. */
export async function recountStatuses(tx: Transaction, eventId: string): Promise<void> {
  await holdEvent(tx, eventId)
  await endCounting(tx, eventId)
  await startCounting(tx, eventId)
  await recount(tx, { event_id: eventId })
}

/** How many registrations an event has in each status, and how many people are in them. */
export const readStatusCounts = many((db, eventId: string) =>
  db.selectFrom('events_status_counts').selectAll().where('event_id', '=', eventId),
)

type OfEvents = { organisation_id: string; after: string }

const readOfEvents = many((db, p: OfEvents, limit: number) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('events_events')
        .select(['id', 'deleted_at'])
        .where('organisation_id', '=', p.organisation_id)
        .where('id', '>', p.after)
        .orderBy('id')
        .limit(limit)
        .as('e'),
    )
    .leftJoin('events_status_counts as c', 'c.event_id', 'e.id')
    .select(['e.id', 'e.deleted_at', 'c.status', 'c.registrations', 'c.people'])
    .orderBy('e.id'),
)

export type CountScope = { readonly organisationId: string; readonly eventId?: string | undefined }
type Wanted = { readonly count: 'registrations' | 'people'; has(status: RegistrationStatus): boolean }

/**
 * How many registrations of an event or of all events have a wanted status, or how many people are in them. Undefined if
 * the counters cannot tell: an event has none because an earlier release created it, or it is deleted and its
 * registrations are still being erased.
 */
export async function countByStatus(
  db: Reader,
  { organisationId, eventId }: CountScope,
  wanted: Wanted,
): Promise<number | undefined> {
  if (eventId !== undefined) return sumOf(await readStatusCounts(db, eventId), wanted)
  let sum = 0
  const slices = slicesOf(EVENTS_AT_ONCE, (last?: { id: string }) =>
    readOfEvents(db, { organisation_id: organisationId, after: last?.id ?? '' }, EVENTS_AT_ONCE),
  )
  for await (const rows of slices) {
    const isErased = (row: (typeof rows)[number]) => row.deleted_at !== null && row.status === null
    const kept = rows.filter((row) => !isErased(row))
    if (kept.some(({ deleted_at }) => deleted_at !== null)) return undefined
    const counted = kept.length === 0 ? 0 : sumOf(kept, wanted)
    if (counted === undefined) return undefined
    sum += counted
    await letOthersRun()
  }
  return sum
}

/** How many registrations there are, from counters; undefined if they cannot tell. */
export function countRegistrations(
  db: Reader,
  { status, ...scope }: CountScope & { status?: RegistrationStatus | undefined },
): Promise<number | undefined> {
  const has = (of: RegistrationStatus) => status === undefined || of === status
  return countByStatus(db, scope, { count: 'registrations', has })
}

type Counts = { [name in 'status' | 'registrations' | 'people']: StatusCountRow[name] | null }

function sumOf(rows: readonly Counts[], { count, has }: Wanted): number | undefined {
  if (rows.length === 0) return undefined
  let sum = 0
  for (const row of rows) {
    // A negative one is wrong: an earlier release has registered people without counting them.
    if (row.status === null || Math.min(row.registrations ?? 0, row.people ?? 0) < 0) return undefined
    if (has(row.status)) sum += row[count] ?? 0
  }
  return sum
}
