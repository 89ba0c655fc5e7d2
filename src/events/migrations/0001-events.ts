import type { CreateTableBuilder } from 'kysely'
import type { Migration, MigrationTools } from '../../kernel/database/maintenance/migrate.ts'

type Table = CreateTableBuilder<string, string>
type Kind = 'text' | 'int' | 'key'
/** `key` is text compared by its bytes; a question mark makes a column nullable. */
type Columns = Readonly<Record<string, Kind | `${Kind}?`>>

const tracked: Columns = {
  organisation_id: 'text',
  version: 'int',
  change: 'int',
  created_at: 'int',
  updated_at: 'int',
  deleted_at: 'int?',
}

export const createEvents: Migration = {
  name: 'events/0001-events',
  statements: (tools) => [
    ...changes(tools),
    ...configuration(tools),
    ...registrations(tools),
    ...attendance(tools),
    ...contacts(tools),
    ...texts(tools),
  ],
}

function changes(tools: MigrationTools) {
  return [
    table(tools, 'events_changes', 'id', { base: 'int', last: 'int' }, 'integer'),
    tools.db.insertInto('events_changes').values({ id: 1, base: 0, last: 0 }),
  ]
}

function configuration(tools: MigrationTools) {
  return [
    table(tools, 'events_events', 'id', {
      ...tracked,
      code_key: 'key',
      code: 'text',
      title: 'text',
      description: 'text?',
      format: 'text',
      status: 'text',
      starts_at: 'int',
      ends_at: 'int',
      start_text: 'text',
      end_text: 'text',
      timezone: 'text',
      registration_opens: 'int?',
      registration_closes: 'int?',
      waitlist_enabled: 'int',
      offer_minutes: 'int?',
      multiple_per_email: 'int',
      approval_required: 'int',
      locale: 'text?',
      test_mode: 'int',
      virtual_url: 'text?',
      venue: 'text?',
      contact: 'text?',
      custom_fields: 'text',
      external_references: 'text',
    }),
    index(tools, 'events_events', ['code_key'], 'unique'),
    index(tools, 'events_events', ['organisation_id', 'id']),
    index(tools, 'events_events', ['organisation_id', 'change', 'id']),
    index(tools, 'events_events', ['organisation_id', 'updated_at', 'change']),
    table(tools, 'events_places', 'id', {
      event_id: 'text',
      kind: 'text',
      capacity: 'int?',
      taken: 'int',
      held: 'int',
      waiting: 'int',
      line: 'int',
      revision: 'int',
      checked_in: 'int',
      checked_out: 'int',
      walk_ins: 'int',
    }),
    index(tools, 'events_places', ['event_id']),
    table(tools, 'events_types', 'id', {
      ...tracked,
      event_id: 'text',
      name: 'text',
      code: 'text?',
      description: 'text?',
      opens_at: 'int?',
      closes_at: 'int?',
      approval_required: 'int',
      is_virtual: 'int',
      position: 'int',
    }),
    index(tools, 'events_types', ['event_id', 'position', 'id']),
    table(tools, 'events_groups', 'id', {
      ...tracked,
      event_id: 'text',
      name: 'text',
      selection: 'text',
      required: 'int',
      min_selections: 'int',
      max_selections: 'int?',
      registration_type_ids: 'text',
      position: 'int',
    }),
    index(tools, 'events_groups', ['event_id', 'position', 'id']),
    table(tools, 'events_options', 'id', {
      event_id: 'text',
      group_id: 'text',
      name: 'text',
      code: 'text?',
      max_per_registration: 'int',
      status: 'text',
      session_id: 'text?',
      position: 'int',
      deleted_at: 'int?',
    }),
    index(tools, 'events_options', ['event_id']),
    columnsOf(tools, tools.createTable('events_forms'), {
      event_id: 'text',
      registration_type_id: 'text',
      version: 'int',
      definition: 'text',
      created_at: 'int',
    }).addPrimaryKeyConstraint('events_forms_key', ['event_id', 'registration_type_id', 'version'] as never),
    table(tools, 'events_sessions', 'id', {
      ...tracked,
      event_id: 'text',
      code: 'text?',
      title: 'text',
      description: 'text?',
      track: 'key?',
      room: 'key?',
      starts_at: 'int',
      ends_at: 'int',
      start_text: 'text',
      end_text: 'text',
      status: 'text',
      format: 'text?',
      join_url: 'text?',
      waitlist_enabled: 'int',
      included: 'int',
      registration_type_ids: 'text',
      speakers: 'text',
      external_references: 'text',
      source_key: 'key?',
      source_hash: 'text?',
    }),
    index(tools, 'events_sessions', ['event_id', 'starts_at', 'id']),
    index(tools, 'events_sessions', ['organisation_id', 'starts_at', 'id']),
    index(tools, 'events_sessions', ['organisation_id', 'change', 'id']),
    index(tools, 'events_sessions', ['organisation_id', 'updated_at', 'change']),
  ]
}

function registrations(tools: MigrationTools) {
  return [
    table(tools, 'events_registrations', 'id', {
      ...tracked,
      event_id: 'text',
      confirmation_number: 'key',
      status: 'text',
      registration_type_id: 'text?',
      form_version: 'int?',
      first_name: 'text',
      last_name: 'text',
      email: 'text',
      email_key: 'key',
      live_email: 'key?',
      phone: 'text?',
      company: 'text?',
      title: 'text?',
      seats: 'int',
      answers: 'text',
      session_ids: 'text',
      options: 'text',
      source: 'text',
      note: 'text?',
      tags: 'text',
      external_references: 'text',
      line: 'int?',
      approved_at: 'int?',
      registered_at: 'int',
      cancelled_at: 'int?',
      cancel_reason: 'text?',
      expires_at: 'int?',
    }),
    index(tools, 'events_registrations', ['event_id', 'live_email'], 'unique'),
    index(tools, 'events_registrations', ['event_id', 'confirmation_number'], 'unique'),
    index(tools, 'events_registrations', ['event_id', 'id']),
    index(tools, 'events_registrations', ['event_id', 'email_key', 'id']),
    index(tools, 'events_registrations', ['event_id', 'registered_at', 'id']),
    index(tools, 'events_registrations', ['event_id', 'status', 'line']),
    index(tools, 'events_registrations', ['organisation_id', 'id']),
    index(tools, 'events_registrations', ['organisation_id', 'change', 'id']),
    index(tools, 'events_registrations', ['organisation_id', 'updated_at', 'change']),
    table(tools, 'events_attendees', 'id', {
      ...tracked,
      event_id: 'text',
      registration_id: 'text',
      contact_id: 'text?',
      first_name: 'text',
      last_name: 'text',
      last_name_key: 'key',
      email: 'text?',
      email_key: 'key?',
      phone: 'text?',
      company: 'text?',
      company_key: 'key?',
      title: 'text?',
      status: 'text',
      is_guest: 'int',
      primary_attendee_id: 'text?',
      checked_in: 'int',
      checked_in_at: 'int?',
      checked_out_at: 'int?',
      answers: 'text',
      session_ids: 'text',
      external_references: 'text',
    }),
    index(tools, 'events_attendees', ['registration_id', 'id']),
    index(tools, 'events_attendees', ['event_id', 'id']),
    index(tools, 'events_attendees', ['event_id', 'email_key', 'id']),
    index(tools, 'events_attendees', ['event_id', 'last_name_key', 'id']),
    index(tools, 'events_attendees', ['event_id', 'company_key']),
    index(tools, 'events_attendees', ['organisation_id', 'id']),
    index(tools, 'events_attendees', ['organisation_id', 'email_key', 'id']),
    index(tools, 'events_attendees', ['organisation_id', 'change', 'id']),
    index(tools, 'events_attendees', ['organisation_id', 'updated_at', 'change']),
    columnsOf(tools, tools.createTable('events_answers'), {
      event_id: 'text',
      field: 'text',
      key: 'key',
      value: 'key',
      attendee_id: 'text',
      registration_id: 'text',
      is_guest: 'int',
    }),
    index(tools, 'events_answers', ['event_id', 'field', 'key', 'registration_id']),
    index(tools, 'events_answers', ['attendee_id']),
    columnsOf(tools, tools.createTable('events_enrolments'), {
      session_id: 'text',
      attendee_id: 'text',
      registration_id: 'text',
      event_id: 'text',
      status: 'text',
      line: 'int?',
      created_at: 'int',
      updated_at: 'int',
    }).addPrimaryKeyConstraint('events_enrolments_key', ['session_id', 'attendee_id'] as never),
    index(tools, 'events_enrolments', ['attendee_id']),
    index(tools, 'events_enrolments', ['registration_id']),
    index(tools, 'events_enrolments', ['session_id', 'status', 'line']),
    table(tools, 'events_history', 'id', {
      registration_id: 'text',
      at: 'int',
      action: 'text',
      actor: 'text',
    }),
    index(tools, 'events_history', ['registration_id', 'id']),
  ]
}

function attendance(tools: MigrationTools) {
  return [
    table(tools, 'events_attendance', 'id', {
      organisation_id: 'text',
      event_id: 'text',
      session_id: 'text',
      attendee_id: 'text',
      registration_id: 'text',
      status: 'text',
      expected: 'int',
      checked_in_at: 'int',
      checked_out_at: 'int?',
      mode: 'text?',
      method: 'text',
      device: 'text?',
      gate: 'text?',
      nonce: 'text?',
      version: 'int',
      updated_at: 'int',
    }),
    index(tools, 'events_attendance', ['event_id', 'session_id', 'attendee_id'], 'unique'),
    index(tools, 'events_attendance', ['event_id', 'session_id', 'status', 'attendee_id']),
    index(tools, 'events_attendance', ['attendee_id']),
    columnsOf(tools, tools.createTable('events_nonces'), {
      organisation_id: 'text',
      subject: 'text',
      nonce: 'text',
      attendance_id: 'text',
      created_at: 'int',
    }).addPrimaryKeyConstraint('events_nonces_key', ['organisation_id', 'subject', 'nonce'] as never),
  ]
}

function contacts(tools: MigrationTools) {
  return [
    table(tools, 'events_contact_lists', 'id', {
      ...tracked,
      name: 'text',
      name_key: 'key',
      description: 'text?',
      type: 'text',
      contact_count: 'int',
    }),
    index(tools, 'events_contact_lists', ['organisation_id', 'name_key'], 'unique'),
    index(tools, 'events_contact_lists', ['organisation_id', 'change', 'id']),
    table(tools, 'events_contacts', 'id', {
      ...tracked,
      list_id: 'text',
      email: 'text',
      email_key: 'key?',
      first_name: 'text?',
      last_name: 'text?',
      last_name_key: 'key?',
      company: 'text?',
      company_key: 'key?',
      title: 'text?',
      phone: 'text?',
      country_code: 'text?',
      language: 'text?',
      custom_fields: 'text',
      status: 'text',
      external_id: 'key?',
    }),
    index(tools, 'events_contacts', ['list_id', 'email_key'], 'unique'),
    index(tools, 'events_contacts', ['list_id', 'id']),
    index(tools, 'events_contacts', ['list_id', 'last_name_key']),
    index(tools, 'events_contacts', ['list_id', 'company_key']),
    index(tools, 'events_contacts', ['list_id', 'external_id']),
    index(tools, 'events_contacts', ['list_id', 'change', 'id']),
    index(tools, 'events_contacts', ['list_id', 'updated_at', 'change']),
  ]
}

function texts(tools: MigrationTools) {
  const rows = tools.addSequence(tools.createTable('events_texts'), 'seq')
  return [
    columnsOf(tools, rows, { owner_id: 'text', words: 'text' }),
    index(tools, 'events_texts', ['owner_id'], 'unique'),
    ...tools.createFullText('events_texts'),
  ]
}

function table(
  tools: MigrationTools,
  name: string,
  key: string,
  columns: Columns,
  keyType: 'text' | 'integer' = 'text',
): Table {
  const type = keyType === 'text' ? tools.types.ordered : tools.types.integer
  return columnsOf(
    tools,
    tools.createTable(name).addColumn(key, type, (column) => column.primaryKey()),
    columns,
  )
}

/** Ids use the same collation as primary keys: PostgreSQL cannot use an index with another collation to compare them. */
function columnsOf({ types }: MigrationTools, start: Table, columns: Columns): Table {
  const typeOf = { text: 'text', int: types.integer, key: types.ordered } as const
  return Object.entries(columns).reduce((made, [name, kind]) => {
    const type = name.endsWith('_id') ? types.ordered : typeOf[kind.replace('?', '') as Kind]
    return made.addColumn(name, type, (column) => (kind.endsWith('?') ? column : column.notNull()))
  }, start)
}

function index({ schema }: MigrationTools, on: string, columns: string[], unique?: 'unique') {
  const made = schema
    .createIndex(`${on}_by_${columns.join('_')}`.slice(0, 62))
    .on(on)
    .columns(columns)
  return unique === undefined ? made : made.unique()
}
