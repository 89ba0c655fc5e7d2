import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { isRefusal } from '../../kernel/database/sqlite/refusal.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
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

const statement = statementsOf<EventsTables>()

const updateEventRow = statement((db, p: EventRow) =>
  db.updateTable('events_events').set(pick(p, eventRecord.columns.changing)).where('id', '=', p.id),
)
const updateTypeRow = statement((db, p: TypeRow) =>
  db.updateTable('events_types').set(pick(p, typeRecord.columns.changing)).where('id', '=', p.id),
)
const updateGroupRow = statement((db, p: GroupRow) =>
  db.updateTable('events_groups').set(pick(p, groupRecord.columns.changing)).where('id', '=', p.id),
)
const updateOptionRow = statement((db, p: OptionRow) =>
  db.updateTable('events_options').set(pick(p, optionRecord.columns.changing)).where('id', '=', p.id),
)

const findLive = statement((db, p: { event_id: string }) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null)
    .limit(1),
)
const findLiveOfType = statement((db, p: { event_id: string; type_id: string }) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('registration_type_id', '=', p.type_id)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null)
    .limit(1),
)
/** Options are a JSON text of the registration; ids stand in it as they are. */
const findLiveWithOption = statement((db, p: { event_id: string; pattern: string }) =>
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
/** Who spoke is told by nobody either. */
const burySessions = statement((db, p: Burial) =>
  db
    .updateTable('events_sessions')
    .set((eb) => ({
      ...{ description: null, speakers: '[]', external_references: '[]', join_url: null },
      version: eb('version', '+', 1),
      change: p.change,
      updated_at: p.now,
      deleted_at: p.now,
    }))
    .where('event_id', '=', p.event_id)
    .where('deleted_at', 'is', null),
)
const findCode = statement((db, p: { code_key: string }) =>
  db.selectFrom('events_events').selectAll().where('code_key', '=', p.code_key),
)

/** False: another event has the code. */
export async function saveEvent(tx: Transaction, row: EventRow): Promise<boolean> {
  try {
    await tx.run(updateEventRow, row)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}

export async function updateType(tx: Transaction, row: TypeRow): Promise<void> {
  await tx.run(updateTypeRow, row)
}

export async function updateGroup(tx: Transaction, row: GroupRow): Promise<void> {
  await tx.run(updateGroupRow, row)
}

export async function updateOption(tx: Transaction, row: OptionRow): Promise<void> {
  await tx.run(updateOptionRow, row)
}

/** Live: it holds a place, waits for one or for approval. */
export async function hasLiveRegistrations(db: Reader, eventId: string): Promise<boolean> {
  return (await db.first(findLive, { event_id: eventId })) !== undefined
}

export async function isTypeInUse(db: Reader, { id, event_id }: TypeRow): Promise<boolean> {
  return (await db.first(findLiveOfType, { event_id, type_id: id })) !== undefined
}

export async function isOptionInUse(db: Reader, { id, event_id }: OptionRow): Promise<boolean> {
  return (await db.first(findLiveWithOption, { event_id, pattern: `%"${id}"%` })) !== undefined
}

/** The sessions of a deleted event are deleted with it; its people are erased in slices. */
export async function burySessionsOf(
  tx: Transaction,
  eventId: string,
  { now, change }: Omit<Burial, 'event_id'>,
): Promise<void> {
  await tx.run(burySessions, { event_id: eventId, now, change })
}

/** Of whatever organisation: codes are unique on a server. */
export function findEventByCode(db: Reader, codeKey: string): Promise<EventRow | undefined> {
  return db.first(findCode, { code_key: codeKey })
}
