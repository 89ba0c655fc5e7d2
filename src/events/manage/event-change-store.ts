import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
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
  type TypeRow,
} from '../records/tables.ts'
import { typeRecord } from '../records/type.ts'

const { one, exists, tx } = storeOf<EventsTables>()

const updateEventRow = tx.run((db, p: EventRow) =>
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

export const isTypeInUse = exists((db, p: TypeRow) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('registration_type_id', '=', p.id)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null)
    .limit(1),
)

/** Options are a JSON text in the registration, in which ids appear verbatim. */
const findLiveWithOption = one((db, p: { event_id: string; pattern: string }) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`options like ${p.pattern}`)
    .limit(1),
)

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

export async function isOptionInUse(db: Reader, { id, event_id }: OptionRow): Promise<boolean> {
  return (await findLiveWithOption(db, { event_id, pattern: `%"${id}"%` })) !== undefined
}
