import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { eventRecord } from '../records/event.ts'
import { groupRecord, optionRecord } from '../records/option.ts'
import { sessionRecord } from '../records/session.ts'
import type {
  EventRow,
  EventsTables,
  FormRow,
  GroupRow,
  OptionRow,
  SessionRow,
  TypeRow,
} from '../records/tables.ts'
import { typeRecord } from '../records/type.ts'

const { one, values, run, guarded } = storeOf<EventsTables>()

/** False if another event has the code. */
export const addEvent = guarded((db, p: EventRow) =>
  db
    .insertInto('events_events')
    .values(pick(p, eventRecord.columns.fixed, eventRecord.columns.changing))
    .onConflict((conflict) => conflict.column('code_key').doNothing()),
)

export const addType = run((db, p: TypeRow) =>
  db.insertInto('events_types').values(pick(p, typeRecord.columns.fixed, typeRecord.columns.changing)),
)

export const addGroup = run((db, p: GroupRow) =>
  db.insertInto('events_groups').values(pick(p, groupRecord.columns.fixed, groupRecord.columns.changing)),
)

export const addOption = run((db, p: OptionRow) =>
  db.insertInto('events_options').values(pick(p, optionRecord.columns.fixed, optionRecord.columns.changing)),
)

export const addForm = run((db, p: FormRow) =>
  db.insertInto('events_forms').values({
    event_id: p.event_id,
    registration_type_id: p.registration_type_id,
    version: p.version,
    definition: p.definition,
    created_at: p.created_at,
  }),
)

export const addSession = run((db, p: SessionRow) =>
  db
    .insertInto('events_sessions')
    .values(pick(p, sessionRecord.columns.fixed, sessionRecord.columns.changing)),
)

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
