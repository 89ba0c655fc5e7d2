import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { EventRow, EventsTables, FormRow, GroupRow, OptionRow, SessionRow, TypeRow } from '../tables.ts'

const statement = statementsOf<EventsTables>()

const insertEventRow = statement((db, p: EventRow) =>
  db
    .insertInto('events_events')
    .values({
      id: p.id,
      organisation_id: p.organisation_id,
      version: p.version,
      change: p.change,
      created_at: p.created_at,
      updated_at: p.updated_at,
      deleted_at: p.deleted_at,
      code_key: p.code_key,
      code: p.code,
      title: p.title,
      description: p.description,
      format: p.format,
      status: p.status,
      starts_at: p.starts_at,
      ends_at: p.ends_at,
      start_text: p.start_text,
      end_text: p.end_text,
      timezone: p.timezone,
      registration_opens: p.registration_opens,
      registration_closes: p.registration_closes,
      waitlist_enabled: p.waitlist_enabled,
      offer_minutes: p.offer_minutes,
      multiple_per_email: p.multiple_per_email,
      approval_required: p.approval_required,
      locale: p.locale,
      test_mode: p.test_mode,
      virtual_url: p.virtual_url,
      venue: p.venue,
      contact: p.contact,
      custom_fields: p.custom_fields,
      external_references: p.external_references,
    })
    .onConflict((conflict) => conflict.column('code_key').doNothing()),
)
const insertTypeRow = statement((db, p: TypeRow) =>
  db.insertInto('events_types').values({
    id: p.id,
    organisation_id: p.organisation_id,
    version: p.version,
    change: p.change,
    created_at: p.created_at,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
    event_id: p.event_id,
    name: p.name,
    code: p.code,
    description: p.description,
    opens_at: p.opens_at,
    closes_at: p.closes_at,
    approval_required: p.approval_required,
    is_virtual: p.is_virtual,
    position: p.position,
  }),
)
const insertGroupRow = statement((db, p: GroupRow) =>
  db.insertInto('events_groups').values({
    id: p.id,
    organisation_id: p.organisation_id,
    version: p.version,
    change: p.change,
    created_at: p.created_at,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
    event_id: p.event_id,
    name: p.name,
    selection: p.selection,
    required: p.required,
    min_selections: p.min_selections,
    max_selections: p.max_selections,
    registration_type_ids: p.registration_type_ids,
    position: p.position,
  }),
)
const insertOptionRow = statement((db, p: OptionRow) =>
  db.insertInto('events_options').values({
    id: p.id,
    event_id: p.event_id,
    group_id: p.group_id,
    name: p.name,
    code: p.code,
    max_per_registration: p.max_per_registration,
    status: p.status,
    session_id: p.session_id,
    position: p.position,
    deleted_at: p.deleted_at,
  }),
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
  db.insertInto('events_sessions').values({
    id: p.id,
    organisation_id: p.organisation_id,
    version: p.version,
    change: p.change,
    created_at: p.created_at,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
    event_id: p.event_id,
    code: p.code,
    title: p.title,
    description: p.description,
    track: p.track,
    room: p.room,
    starts_at: p.starts_at,
    ends_at: p.ends_at,
    start_text: p.start_text,
    end_text: p.end_text,
    status: p.status,
    format: p.format,
    join_url: p.join_url,
    waitlist_enabled: p.waitlist_enabled,
    included: p.included,
    registration_type_ids: p.registration_type_ids,
    speakers: p.speakers,
    external_references: p.external_references,
    source_key: p.source_key,
    source_hash: p.source_hash,
  }),
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
