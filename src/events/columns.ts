import { eventRecord } from './records/event.ts'
import { groupRecord, optionRecord } from './records/option.ts'
import { sessionRecord } from './records/session.ts'
import type {
  AttendanceRow,
  AttendeeRow,
  ContactRow,
  EventRow,
  GroupRow,
  OptionRow,
  RegistrationRow,
  SessionRow,
  TypeRow,
} from './records/tables.ts'
import { typeRecord } from './records/type.ts'

/** Columns that a record is made with, and those that a change of it writes again. */
function columnsOf<R>() {
  return <const F extends readonly (keyof R)[], const C extends readonly (keyof R)[]>(
    fixed: F,
    changing: C,
  ) => ({
    fixed,
    changing,
  })
}

const identity = ['id', 'organisation_id', 'created_at'] as const
const touched = ['version', 'change', 'updated_at', 'deleted_at'] as const

export const eventNames = columnsOf<EventRow>()(identity, [
  ...touched,
  ...eventRecord.columns,
  'code_key',
  'starts_at',
  'ends_at',
])

export const typeNames = columnsOf<TypeRow>()([...identity, 'event_id'], [...touched, ...typeRecord.columns])

export const groupNames = columnsOf<GroupRow>()(
  [...identity, 'event_id'],
  [...touched, ...groupRecord.columns],
)

export const optionNames = columnsOf<OptionRow>()(
  ['id', 'event_id', 'group_id'],
  [...optionRecord.columns, 'deleted_at'],
)

export const sessionNames = columnsOf<SessionRow>()(
  [...identity, 'event_id'],
  [...touched, ...sessionRecord.columns, 'starts_at', 'ends_at', 'source_key', 'source_hash'],
)

export const registrationNames = columnsOf<RegistrationRow>()(
  [...identity, 'event_id', 'confirmation_number', 'seats', 'registered_at'],
  [
    ...touched,
    'status',
    'registration_type_id',
    'form_version',
    'first_name',
    'last_name',
    'email',
    'email_key',
    'live_email',
    'phone',
    'company',
    'title',
    'answers',
    'session_ids',
    'options',
    'source',
    'note',
    'tags',
    'external_references',
    'line',
    'approved_at',
    'cancelled_at',
    'cancel_reason',
    'expires_at',
    'link_generation',
  ],
)

/** The state and the sessions follow the registration, by statements of their own. */
export const attendeeNames = columnsOf<AttendeeRow>()(
  [
    ...identity,
    'event_id',
    'registration_id',
    'contact_id',
    'status',
    'is_guest',
    'primary_attendee_id',
    'session_ids',
  ],
  [
    ...touched,
    'first_name',
    'last_name',
    'last_name_key',
    'email',
    'email_key',
    'phone',
    'company',
    'company_key',
    'title',
    'checked_in',
    'checked_in_at',
    'checked_out_at',
    'answers',
    'external_references',
    'ticket_generation',
  ],
)

export const attendanceNames = columnsOf<AttendanceRow>()(
  ['id', 'organisation_id', 'event_id', 'session_id', 'attendee_id', 'registration_id'],
  [
    'status',
    'expected',
    'checked_in_at',
    'checked_out_at',
    'decided_at',
    'mode',
    'method',
    'device',
    'gate',
    'nonce',
    'version',
    'updated_at',
  ],
)

export const contactNames = columnsOf<ContactRow>()(
  [...identity, 'list_id'],
  [
    ...touched,
    'email',
    'email_key',
    'first_name',
    'last_name',
    'last_name_key',
    'company',
    'company_key',
    'title',
    'phone',
    'country_code',
    'language',
    'custom_fields',
    'status',
    'external_id',
  ],
)
