import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const { one, values, insert, insertNew } = storeOf<EventsTables>()

/** False if another event has the code. */
export const addEvent = insertNew('events_events', 'code_key')

export const addType = insert('events_types')

export const addGroup = insert('events_groups')

export const addOption = insert('events_options')

export const addForm = insert('events_forms')

export const addSession = insert('events_sessions')

/** Events of another organisation count as not found. */
export const findEvent = one((db, organisationId: string, id: string) =>
  db
    .selectFrom('events_events')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null),
)

export const findSession = one((db, organisationId: string, id: string) =>
  db
    .selectFrom('events_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null),
)

export const listTypeIds = values((db, eventId: string) =>
  db.selectFrom('events_types').select('id').where('event_id', '=', eventId).where('deleted_at', 'is', null),
)
