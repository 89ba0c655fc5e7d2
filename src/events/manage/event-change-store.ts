import { sql } from 'kysely'
import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import { isRefusal } from '../../kernel/database/sqlite/refusal.ts'
import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { eventRecord } from '../records/event.ts'
import { groupRecord, optionRecord } from '../records/option.ts'
import {
  type EventRow,
  type EventsTables,
  type GroupRow,
  liveStates,
  type OptionRow,
  type RegistrationRow,
  type RegistrationStatus,
  type TypeRow,
} from '../records/tables.ts'
import { typeRecord } from '../records/type.ts'

const { one, many, exists, tx } = storeOf<EventsTables>()

/** Not `run`: `saveEvent` catches its failure. */
const updateEventRow = tx.changed((db, p: EventRow) =>
  db.updateTable('events_events').set(pick(p, eventRecord.columns.changing)).where('id', '=', p.id),
)

export const updateType = tx.run((db, p: TypeRow) =>
  db.updateTable('events_types').set(pick(p, typeRecord.columns.changing)).where('id', '=', p.id),
)

export const updateGroup = tx.run((db, p: GroupRow) =>
  db.updateTable('events_groups').set(pick(p, groupRecord.columns.changing)).where('id', '=', p.id),
)

export const updateOption = tx.run((db, p: OptionRow) =>
  db.updateTable('events_options').set(pick(p, optionRecord.columns.changing)).where('id', '=', p.id),
)

/** A live registration has a place, is on the waiting list or awaits approval. */
export const hasLiveRegistrations = exists((db, eventId: string) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null)
    .limit(1),
)

/** Registrations without a place: what they ask for is in no counter of options. */
const withoutPlace = ['pending', 'waitlisted'] as const satisfies RegistrationStatus[]

type Asking = Pick<RegistrationRow, 'id' | 'registration_type_id' | 'options'>

/** For each status without a place. */
const pagesOfAsking = withoutPlace.map((status) =>
  many((db, eventId: string, after: string, limit: number) =>
    db
      .selectFrom('events_registrations')
      .select(['id', 'registration_type_id', 'options'])
      .where('event_id', '=', eventId)
      .where('status', '=', status)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  ),
)

/** Options are a JSON text in the registration, in which ids appear verbatim. */
export const isAskedSince = tx.exists(
  (db, p: { organisation_id: string; event_id: string; change: number; type_id: string; pattern: string }) =>
    db
      .selectFrom('events_registrations')
      .select('id')
      .where('organisation_id', '=', p.organisation_id)
      .where('change', '>=', p.change)
      .where('event_id', '=', p.event_id)
      .where('status', 'in', withoutPlace)
      .where((eb) =>
        eb.or([eb('registration_type_id', '=', p.type_id), eb(sql<string>`options`, 'like', p.pattern)]),
      )
      .limit(1),
)

const AT_ONCE = 500

/** What every registration without a place asks for, some at a time. */
export async function* listAsking(db: Reader, eventId: string): AsyncGenerator<Asking[]> {
  for (const page of pagesOfAsking) {
    const slices = slicesOf<Asking>(AT_ONCE, (last) => page(db, eventId, last?.id ?? '', AT_ONCE))
    for await (const rows of slices) {
      yield rows
      await letOthersRun()
    }
  }
}

type Burial = { event_id: string; now: number; change: number }

/** Deletes the sessions of a deleted event, including speakers; its people are erased in slices. */
export const burySessionsOf = tx.run((db, eventId: string, p: Omit<Burial, 'event_id'>) =>
  db
    .updateTable('events_sessions')
    .set((eb) => ({
      ...{ description: null, speakers: '[]', external_references: '[]', join_url: null },
      version: eb('version', '+', 1),
      change: p.change,
      updated_at: p.now,
      deleted_at: p.now,
    }))
    .where('event_id', '=', eventId)
    .where('deleted_at', 'is', null),
)

/** Searches all organisations: codes are unique on a server. */
export const findEventByCode = one((db, codeKey: string) =>
  db.selectFrom('events_events').selectAll().where('code_key', '=', codeKey),
)

/** False if another event has the code. */
export async function saveEvent(tx: Transaction, row: EventRow): Promise<boolean> {
  try {
    await updateEventRow(tx, row)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
