import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables, ViewRow } from '../records/tables.ts'

const { one, many, count, guarded, insert } = storeOf<EventsTables>()

export const insertView = insert('events_views')

export const countViewsOf = count((db, p: { event_id: string; operator_id: string }) =>
  db
    .selectFrom('events_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', p.event_id)
    .where('operator_id', '=', p.operator_id),
)

/** The operator's own views and the shared ones. */
export const listVisibleViews = many((db, p: { event_id: string; operator_id: string; limit: number }) =>
  db
    .selectFrom('events_views')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where((eb) => eb.or([eb('operator_id', '=', p.operator_id), eb('shared', '=', 1)]))
    .orderBy('id')
    .limit(p.limit),
)

export const findViewRow = one((db, p: { id: string; event_id: string }) =>
  db.selectFrom('events_views').selectAll().where('id', '=', p.id).where('event_id', '=', p.event_id),
)

export const replaceView = guarded(
  (db, p: Pick<ViewRow, 'id' | 'name' | 'shared' | 'definition' | 'updated_at'>) =>
    db
      .updateTable('events_views')
      .set({ name: p.name, shared: p.shared, definition: p.definition, updated_at: p.updated_at })
      .where('id', '=', p.id),
)

export const deleteViewRow = guarded((db, id: string) => db.deleteFrom('events_views').where('id', '=', id))
