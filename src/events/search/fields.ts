import type { Configuration } from '../configured.ts'
import { eventRecord } from '../records/event.ts'
import { contact } from '../schemas/contact.ts'
import { ops } from '../schemas/ops.ts'
import { attendee, registrationStatus } from '../schemas/registration.ts'
import { findAnswerField } from './answer-fields.ts'
import type { Field, FindField } from './field.ts'
import {
  addressField,
  customField,
  enumField,
  flagField,
  idField,
  insideField,
  keyField,
  numberField,
  textField,
  timeField,
} from './own-fields.ts'
import { fieldsOf } from './record-fields.ts'

type Table = Readonly<Record<string, Field>>
type Reference = { system: string; id: string }

const id = idField('id', { indexed: true })
const tracked: Table = {
  id,
  createdAt: timeField('created_at'),
  updatedAt: timeField('updated_at'),
  version: numberField('version'),
}
const references: Table = {
  'externalReferences.id': insideField('external_references', (all: Reference[]) => all.map((one) => one.id)),
  'externalReferences.system': insideField('external_references', (all: Reference[]) =>
    all.map((one) => one.system),
  ),
}
type Venue = { name?: string; address?: string } | null

const events = new Map(
  Object.entries({
    ...tracked,
    ...references,
    ...fieldsOf(eventRecord),
    'venue.name': insideField('venue', (venue: Venue) => [venue?.name]),
    'venue.address': insideField('venue', (venue: Venue) => [venue?.address]),
  }),
)

const attendees = new Map(
  Object.entries({
    ...tracked,
    ...references,
    registrationId: idField('registration_id', { indexed: true }),
    contactId: idField('contact_id'),
    firstName: textField('first_name'),
    lastName: keyField('last_name_key', { indexed: true, walk: true }),
    email: addressField('email_key'),
    phone: textField('phone'),
    company: keyField('company_key'),
    title: textField('title'),
    status: enumField('status', attendee.properties.status),
    isGuest: flagField('is_guest'),
    primaryAttendeeId: idField('primary_attendee_id'),
    checkedIn: flagField('checked_in'),
    checkedInAt: timeField('checked_in_at'),
    checkedOutAt: timeField('checked_out_at'),
  }),
)

const registrations = new Map(
  Object.entries({
    ...tracked,
    ...references,
    confirmationNumber: confirmationField(),
    status: enumField('status', registrationStatus),
    registrationTypeId: idField('registration_type_id'),
    'registrant.firstName': textField('first_name'),
    'registrant.lastName': textField('last_name'),
    'registrant.email': addressField('email_key', { indexed: true, walk: true }),
    'registrant.phone': textField('phone'),
    'registrant.company': textField('company'),
    'registrant.title': textField('title'),
    source: textField('source'),
    note: textField('note', { sortable: false }),
    tags: insideField('tags', (tags: string[]) => tags),
    sessionIds: insideField('session_ids', (ids: string[]) => ids),
    'options.groupId': insideField('options', (all: { groupId: string }[]) => all.map((one) => one.groupId)),
    'options.optionId': insideField('options', (all: { optionId: string }[]) =>
      all.map((one) => one.optionId),
    ),
    registeredAt: timeField('registered_at', { indexed: true, walk: true }),
    cancelledAt: timeField('cancelled_at'),
    cancelReason: textField('cancel_reason', { sortable: false }),
    expiresAt: timeField('expires_at'),
  }),
)

const contacts = new Map(
  Object.entries({
    ...tracked,
    email: addressField('email_key', { indexed: true, walk: true }),
    firstName: textField('first_name'),
    lastName: keyField('last_name_key'),
    company: keyField('company_key'),
    title: textField('title'),
    phone: textField('phone'),
    countryCode: textField('country_code'),
    language: textField('language'),
    status: enumField('status', contact.properties.status),
    externalId: idField('external_id', { indexed: true }),
  }),
)

export const findEventField: FindField = (name) => events.get(name) ?? findCustom(name)
export const findContactField: FindField = (name) => contacts.get(name) ?? findCustom(name)

export function findAttendeeField(configuration: Configuration): FindField {
  return (name) =>
    attendees.get(name) ??
    findPrefixed(name, 'answers.', (rest) => findAnswerField(configuration, rest, 'attendee_id'))
}

/** `attendee.email` and `attendee.answers.diet` are those of any attendee, `answers.diet` that of the first. */
export function findRegistrationField(configuration: Configuration): FindField {
  const findOfAttendee = findAttendeeField(configuration)
  return (name) =>
    registrations.get(name) ??
    findPrefixed(name, 'answers.', (rest) => findAnswerField(configuration, rest, 'registration_id')) ??
    findPrefixed(name, 'attendee.', (rest) => ofAttendees(findOfAttendee(rest)))
}

function ofAttendees(field: Field | undefined): Field | undefined {
  if (field === undefined) return undefined
  const { stored, sortable: _sortable, ...rest } = field
  const there =
    stored?.in === 'answers'
      ? { ...stored, owner: 'registration_id' as const }
      : stored && { ...stored, in: 'attendees' as const }
  return { ...rest, ofAttendees: true, ...(there === undefined ? {} : { stored: there }) }
}

function findCustom(name: string): Field | undefined {
  return findPrefixed(name, 'customFields.', (rest) => customField('custom_fields', rest))
}

function findPrefixed(
  name: string,
  prefix: string,
  find: (rest: string) => Field | undefined,
): Field | undefined {
  const rest = name.slice(prefix.length)
  return name.startsWith(prefix) && rest !== '' ? find(rest) : undefined
}

/** Given out in capitals, and read aloud in whatever case. */
function confirmationField(): Field {
  const encode = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : undefined)
  return { ...idField('confirmation_number', { indexed: true }), ops, encode }
}
