import type { RowOf } from '../../kernel/contract/member.ts'
import type { attendanceRecord } from './attendance.ts'
import type { attendeeRecord } from './attendee.ts'
import type { contactRecord } from './contact.ts'
import type { eventRecord } from './event.ts'
import type { groupRecord, optionRecord } from './option.ts'
import type { registrationRecord } from './registration.ts'
import type { sessionRecord } from './session.ts'
import type { typeRecord } from './type.ts'

/** Columns of every record that clients can sync. `change` grows in commit order: see change-store.ts. */
export type Tracked = {
  id: string
  organisation_id: string
  version: number
  change: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export type EventRow = Tracked & RowOf<typeof eventRecord>
export type EventStatus = EventRow['status']

export type PlaceKind = 'event' | 'type' | 'option' | 'choice' | 'session'

/** A counter for each thing with limited places, under the thing's id. Decisions never use a cached copy. */
export type PlaceRow = {
  id: string
  event_id: string
  kind: PlaceKind
  /** Null means no limit. */
  capacity: number | null
  /** Places sold, plus places held by offers. */
  taken: number
  /** How many of `taken` are held by offers. */
  held: number
  waiting: number
  /** The last waiting-list number given out. */
  line: number
  /** 1 while a job gives the free places to the waiting list: until it is done, nobody else takes one. */
  serving: number
  /** For an event: grows with every change of its configuration. */
  revision: number
  checked_in: number
  checked_out: number
  /** Checked in or out without being expected. */
  walk_ins: number
}

export type TypeRow = Tracked & RowOf<typeof typeRecord>

export type GroupRow = Tracked & RowOf<typeof groupRecord>

export type OptionRow = RowOf<typeof optionRecord> & {
  id: string
  event_id: string
  group_id: string
  deleted_at: number | null
}

/** A version of a form; the newest one of an event and type is used for new registrations. */
type FormRow = {
  event_id: string
  /** '' means every type. */
  registration_type_id: string
  version: number
  /** JSON: sections, optionGroupIds, sessionSelection. */
  definition: string
  created_at: number
}

export type SessionRow = Tracked &
  RowOf<typeof sessionRecord> & {
    /** For an imported session: its key in the schedule, and a hash of its content there. */
    source_key: string | null
    source_hash: string | null
  }

export type RegistrationStatus = RowOf<typeof registrationRecord>['status']

/** Statuses of a live registration: it has a place, is on the waiting list or awaits approval. */
export const liveStates = [
  'pending',
  'confirmed',
  'waitlisted',
  'offered',
] as const satisfies RegistrationStatus[]

export function isLive(status: RegistrationStatus): boolean {
  return (liveStates as readonly RegistrationStatus[]).includes(status)
}

export type RegistrationRow = Tracked &
  RowOf<typeof registrationRecord> & {
    /** The version of the form that the answers belong to. */
    form_version: number | null
    /** The folded address while the registration is live, if the event allows one per address; unique in the event. */
    live_email: string | null
    seats: number
    /** The number on the waiting list, which determines the order. */
    line: number | null
    /** The places that it waits for: see places/needs.ts. '' if they are not known. */
    needs: string
    approved_at: number | null
    /** A link of an earlier generation is no longer valid. */
    link_generation: number
  }

/** How many registrations of an event have a status, and how many people are in them. */
export type StatusCountRow = {
  event_id: string
  status: RegistrationStatus
  registrations: number
  people: number
}

export type AttendeeRow = Tracked &
  RowOf<typeof attendeeRecord> & {
    /** JSON: sessions that this attendee alone requested. */
    session_ids: string
    /** A ticket of an earlier generation is no longer valid. */
    ticket_generation: number
  }
export type AttendeeStatus = AttendeeRow['status']

/** Answers encoded so that an index can order them: see form/answer-index.ts. */
export type AnswerRow = {
  event_id: string
  field: string
  /** The prefix of `value` that is indexed. */
  key: string
  value: string
  attendee_id: string
  registration_id: string
  is_guest: number
}

export type EnrolmentRow = {
  session_id: string
  attendee_id: string
  registration_id: string
  event_id: string
  status: 'registered' | 'waitlisted' | 'cancelled'
  line: number | null
  created_at: number
  updated_at: number
}

export type AttendanceRow = RowOf<typeof attendanceRecord> & {
  organisation_id: string
  /** '' means the event itself. */
  session_id: string
  /** 0 if the attendee was let in without a place. */
  expected: number
  /** When the scan that decides the status was taken; null in records older than this column. */
  decided_at: number | null
  version: number
  updated_at: number
}
export type AttendanceStatus = AttendanceRow['status']

type NonceRow = {
  organisation_id: string
  /** The id of the event or session that the nonce was used for. */
  subject: string
  nonce: string
  attendance_id: string
  created_at: number
}

export type ContactListRow = Tracked & {
  name: string
  name_key: string
  description: string | null
  type: 'standard' | 'suppression'
  contact_count: number
}

export type ContactRow = Tracked &
  Omit<RowOf<typeof contactRecord>, 'email_key'> & {
    list_id: string
    /** Folded; null if the contact is deleted. Unique in its list. */
    email_key: string | null
  }

/** Some contacts of an uploaded file, in order, until a task has added them to their list. */
export type ImportPartRow = {
  organisation_id: string
  /** Chosen by the uploader. */
  import_id: string
  position: number
  list_id: string
  /** JSON: `[[line, contact], …]`. */
  contacts: string
  size: number
  /** Null until the file is complete and its task is started. */
  task_id: string | null
  created_at: number
}

/** The words by which a text search finds an event, an attendee or a contact. */
type TextRow = { seq: number; owner_id: string; words: string }

/** The history of a registration that organisers see. */
export type HistoryRow = {
  id: string
  registration_id: string
  at: number
  action: string
  actor: string
}

/** A saved view: an operator's filter with its columns. */
export type ViewRow = {
  id: string
  organisation_id: string
  event_id: string
  operator_id: string
  name: string
  /** 1 if everyone in the organisation sees it. */
  shared: number
  /** JSON: filter, q, sort, columns. */
  definition: string
  created_at: number
  updated_at: number
}

/** A code that the page has sent to a phone; code and number are keyed hashes. */
export type PageCodeRow = {
  id: string
  event_id: string
  phone: string
  code: string
  tries: number
  expires_at: number
  spent_at: number | null
}

export type EventsTables = {
  events_changes: { id: number; base: number; last: number }
  events_events: EventRow
  events_places: PlaceRow
  events_types: TypeRow
  events_groups: GroupRow
  events_options: OptionRow
  events_forms: FormRow
  events_sessions: SessionRow
  events_registrations: RegistrationRow
  events_status_counts: StatusCountRow
  events_attendees: AttendeeRow
  events_answers: AnswerRow
  events_enrolments: EnrolmentRow
  events_attendance: AttendanceRow
  events_nonces: NonceRow
  events_contact_lists: ContactListRow
  events_contacts: ContactRow
  events_import_parts: ImportPartRow
  events_texts: TextRow
  events_history: HistoryRow
  events_page_codes: PageCodeRow
  events_views: ViewRow
}
