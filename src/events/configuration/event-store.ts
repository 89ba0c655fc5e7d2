import type { Reader, Writer } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
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

const statement = statementsOf<EventsTables>()

const insertEventRow = statement((db, p: EventRow) =>
  db
    .insertInto('events_events')
    .values(pick(p, eventRecord.columns.fixed, eventRecord.columns.changing))
    .onConflict((conflict) => conflict.column('code_key').doNothing()),
)
const insertTypeRow = statement((db, p: TypeRow) =>
  db.insertInto('events_types').values(pick(p, typeRecord.columns.fixed, typeRecord.columns.changing)),
)
const insertGroupRow = statement((db, p: GroupRow) =>
  db.insertInto('events_groups').values(pick(p, groupRecord.columns.fixed, groupRecord.columns.changing)),
)
const insertOptionRow = statement((db, p: OptionRow) =>
  db.insertInto('events_options').values(pick(p, optionRecord.columns.fixed, optionRecord.columns.changing)),
)
const insertFormRow = statement((db, p: FormRow) =>
  db.insertInto('events_forms').values({
    event_id: p.event_id,
    registration_type_id: p.registration_type_id,
    version: p.version,
    definition: p.definition,
    created_at: p.created_at,
  }),
)
const insertSessionRow = statement((db, p: SessionRow) =>
  db
    .insertInto('events_sessions')
    .values(pick(p, sessionRecord.columns.fixed, sessionRecord.columns.changing)),
)
const findEventById = statement((db, p: { id: string; organisation_id: string }) =>
  db
    .selectFrom('events_events')
    .selectAll()
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id)
    .where('deleted_at', 'is', null),
)
const findSessionById = statement((db, p: { id: string; organisation_id: string }) =>
  db
    .selectFrom('events_sessions')
    .selectAll()
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id)
    .where('deleted_at', 'is', null),
)

const listIdsOfTypes = statement((db, p: { event_id: string }) =>
  db
    .selectFrom('events_types')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('deleted_at', 'is', null),
)

export async function listTypeIds(db: Reader, eventId: string): Promise<string[]> {
  return (await db.all(listIdsOfTypes, { event_id: eventId })).map(({ id }) => id)
}

/** False: another event has the code. */
export async function addEvent(tx: Writer, row: EventRow): Promise<boolean> {
  return (await tx.run(insertEventRow, row)) === 1
}

export async function addType(tx: Writer, row: TypeRow): Promise<void> {
  await tx.run(insertTypeRow, row)
}

export async function addGroup(tx: Writer, row: GroupRow): Promise<void> {
  await tx.run(insertGroupRow, row)
}

export async function addOption(tx: Writer, row: OptionRow): Promise<void> {
  await tx.run(insertOptionRow, row)
}

export async function addForm(tx: Writer, row: FormRow): Promise<void> {
  await tx.run(insertFormRow, row)
}

export async function addSession(tx: Writer, row: SessionRow): Promise<void> {
  await tx.run(insertSessionRow, row)
}

/** Those of another organisation are not there. */
export function findEvent(db: Reader, organisationId: string, id: string): Promise<EventRow | undefined> {
  return db.first(findEventById, { id, organisation_id: organisationId })
}

export function findSession(db: Reader, organisationId: string, id: string): Promise<SessionRow | undefined> {
  return db.first(findSessionById, { id, organisation_id: organisationId })
}
