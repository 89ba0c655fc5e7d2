import type { AttendanceMembers } from './attendance.ts'
import type { AttendeeMembers } from './attendee.ts'
import type { ContactMembers } from './contact.ts'
import type { EventMembers } from './event.ts'
import type { GroupMembers, OptionColumns } from './option.ts'
import type { RegistrationMembers } from './registration.ts'
import type { SessionMembers } from './session.ts'
import type { TypeMembers } from './type.ts'

/** What every record that clients follow carries. `change` grows in the order of commits: see change-clock.ts. */
export type Tracked = {
  id: string
  organisation_id: string
  version: number
  change: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export type EventRow = Tracked & EventMembers
export type EventStatus = EventRow['status']

export type PlaceKind = 'event' | 'type' | 'option' | 'choice' | 'session'

/** A counter for each thing that has places, under the id of the thing. Never decided from memory. */
export type PlaceRow = {
  id: string
  event_id: string
  kind: PlaceKind
  /** Null: no limit. */
  capacity: number | null
  /** Places sold or held by an offer. */
  taken: number
  /** Those of `taken` that an offer holds. */
  held: number
  waiting: number
  /** The last number given out in the line. */
  line: number
  /** Of an event: grows with every change of what it consists of. */
  revision: number
  checked_in: number
  checked_out: number
  /** Those of them whom nobody expected. */
  walk_ins: number
}

export type TypeRow = Tracked & TypeMembers

export type GroupRow = Tracked & GroupMembers

export type OptionRow = OptionColumns & {
  id: string
  event_id: string
  group_id: string
  deleted_at: number | null
}

/** A version of a form; the newest of an event and type is the one that is asked. */
export type FormRow = {
  event_id: string
  /** '' stands for every type. */
  registration_type_id: string
  version: number
  /** JSON: sections, optionGroupIds, sessionSelection. */
  definition: string
  created_at: number
}

export type SessionRow = Tracked &
  SessionMembers & {
    /** Of an imported schedule: what names the session there, and a hash of what it said. */
    source_key: string | null
    source_hash: string | null
  }

export type RegistrationStatus = RegistrationMembers['status']

/** Those that hold a place, wait for one or for approval. */
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
  RegistrationMembers & {
    /** The form whose answers it has. */
    form_version: number | null
    /** The folded address while the registration is live and the event takes one an address; unique in the event. */
    live_email: string | null
    seats: number
    /** The place on the waiting list, by which it is served. */
    line: number | null
    approved_at: number | null
    /** A link of an earlier generation opens nothing. */
    link_generation: number
  }

export type AttendeeRow = Tracked &
  AttendeeMembers & {
    /** JSON: sessions that it alone asked for. */
    session_ids: string
    /** A ticket of an earlier generation is no longer good. */
    ticket_generation: number
  }
export type AttendeeStatus = AttendeeRow['status']

/** Answers in a form that an index can order: see forms/. */
export type AnswerRow = {
  event_id: string
  field: string
  /** The beginning of `value`. */
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

export type AttendanceRow = AttendanceMembers & {
  organisation_id: string
  /** '' stands for the event itself. */
  session_id: string
  /** 0: was let in without a place. */
  expected: number
  /** When the scan that decides the status was taken; null in records of before there was this column. */
  decided_at: number | null
  version: number
  updated_at: number
}
export type AttendanceStatus = AttendanceRow['status']

export type NonceRow = {
  organisation_id: string
  /** What the nonce was used for: the event or session. */
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
  Omit<ContactMembers, 'email_key'> & {
    list_id: string
    /** Folded; null once it is deleted. Unique in its list. */
    email_key: string | null
  }

/** Some contacts of a file, in its order, until a task has put them into their list. */
export type ImportPartRow = {
  organisation_id: string
  /** Of the uploader's making. */
  import_id: string
  position: number
  list_id: string
  /** JSON: `[[line, contact], …]`. */
  contacts: string
  size: number
  /** Null until the file is whole and its task is started. */
  task_id: string | null
  created_at: number
}

/** The words by which an event, an attendee or a contact is found. */
type TextRow = { seq: number; owner_id: string; words: string }

/** What an organiser sees of a registration's past. */
export type HistoryRow = {
  id: string
  registration_id: string
  at: number
  action: string
  actor: string
}

/** A filter with its columns, as an operator keeps it. */
export type ViewRow = {
  id: string
  organisation_id: string
  event_id: string
  operator_id: string
  name: string
  /** 1: everybody in the organisation sees it. */
  shared: number
  /** JSON: filter, q, sort, columns. */
  definition: string
  created_at: number
  updated_at: number
}

/** A code that the page has sent to a phone; both as keyed hashes. */
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
