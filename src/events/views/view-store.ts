import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables, ViewRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

const insert = statement((db, p: ViewRow) =>
  db.insertInto('events_views').values({
    id: p.id,
    organisation_id: p.organisation_id,
    event_id: p.event_id,
    operator_id: p.operator_id,
    name: p.name,
    shared: p.shared,
    definition: p.definition,
    created_at: p.created_at,
    updated_at: p.updated_at,
  }),
)
const count = statement((db, p: { event_id: string; operator_id: string }) =>
  db
    .selectFrom('events_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', p.event_id)
    .where('operator_id', '=', p.operator_id),
)
const listVisible = statement((db, p: { event_id: string; operator_id: string; limit: number }) =>
  db
    .selectFrom('events_views')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where((eb) => eb.or([eb('operator_id', '=', p.operator_id), eb('shared', '=', 1)]))
    .orderBy('id')
    .limit(p.limit),
)
const find = statement((db, p: { id: string; event_id: string }) =>
  db.selectFrom('events_views').selectAll().where('id', '=', p.id).where('event_id', '=', p.event_id),
)
const replace = statement((db, p: Pick<ViewRow, 'id' | 'name' | 'shared' | 'definition' | 'updated_at'>) =>
  db
    .updateTable('events_views')
    .set({ name: p.name, shared: p.shared, definition: p.definition, updated_at: p.updated_at })
    .where('id', '=', p.id),
)
const remove = statement((db, p: { id: string }) => db.deleteFrom('events_views').where('id', '=', p.id))

export async function insertView(tx: Writer, row: ViewRow): Promise<void> {
  await tx.run(insert, row)
}

export async function countViewsOf(
  db: Reader,
  of: { event_id: string; operator_id: string },
): Promise<number> {
  return (await db.first(count, of))?.count ?? 0
}

/** Somebody's own, and those that are shared. */
export function listVisibleViews(
  db: Reader,
  of: { event_id: string; operator_id: string; limit: number },
): Promise<ViewRow[]> {
  return db.all(listVisible, of)
}

export function findViewRow(db: Reader, of: { id: string; event_id: string }): Promise<ViewRow | undefined> {
  return db.first(find, of)
}

export async function replaceView(
  tx: Writer,
  row: Pick<ViewRow, 'id' | 'name' | 'shared' | 'definition' | 'updated_at'>,
): Promise<boolean> {
  return (await tx.run(replace, row)) === 1
}

export async function deleteViewRow(tx: Writer, id: string): Promise<boolean> {
  return (await tx.run(remove, { id })) === 1
}
