import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { Configuration } from '../configured.ts'
import { findPlace } from '../places/place-store.ts'
import type { EventsTables, GroupRow, OptionRow, TypeRow } from '../records/tables.ts'

const { one, many } = storeOf<EventsTables>()

const findEventRow = one((db, p: { id: string }) =>
  db.selectFrom('events_events').selectAll().where('id', '=', p.id).where('deleted_at', 'is', null),
)
const listTypes = partsIn<TypeRow>('events_types')
const listGroups = partsIn<GroupRow>('events_groups')
const listOptions = partsIn<OptionRow>('events_options')
const listSessions = many((db, p: { event_id: string }) =>
  db
    .selectFrom('events_sessions')
    .select(['id', 'starts_at', 'ends_at', 'status', 'included', 'waitlist_enabled', 'registration_type_ids'])
    .where('event_id', '=', p.event_id)
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id'),
)
const listForms = many((db, p: { event_id: string }) =>
  db.selectFrom('events_forms').selectAll().where('event_id', '=', p.event_id).orderBy('version'),
)

/** The revision is read first: if something changes afterwards, the next write notices and reads again. */
export async function readConfiguration(db: Reader, eventId: string): Promise<Configuration | undefined> {
  const place = await findPlace(db, eventId)
  const event = await findEventRow(db, { id: eventId })
  if (place === undefined || event === undefined) return undefined
  const of = { event_id: eventId }
  const options = await listOptions(db, of)
  const groups = (await listGroups(db, of)).map((group) => ({
    ...group,
    typeIds: JSON.parse(group.registration_type_ids) as string[],
    options: options.filter(({ group_id }) => group_id === group.id),
  }))
  const sessions = (await listSessions(db, of)).map(({ registration_type_ids, ...session }) => ({
    ...session,
    typeIds: JSON.parse(registration_type_ids) as string[],
  }))
  const forms = (await listForms(db, of)).map((row) => ({
    ...(JSON.parse(row.definition) as Omit<Configuration['forms'][number], 'typeId' | 'version'>),
    typeId: row.registration_type_id,
    version: row.version,
  }))
  return {
    revision: place.revision,
    event,
    types: byId(await listTypes(db, of)),
    groups: byId(groups),
    sessions: byId(sessions),
    forms,
  }
}

function byId<R extends { id: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lists the parts of an event that one table holds, in their order. */
function partsIn<R>(table: 'events_types' | 'events_groups' | 'events_options') {
  const list = many((db, p: { event_id: string }) =>
    db
      // The tables have these columns in common.
      .selectFrom(table as 'events_types')
      .selectAll()
      .where('event_id', '=', p.event_id)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id'),
  )
  return list as unknown as (db: Reader, p: { event_id: string }) => Promise<R[]>
}
