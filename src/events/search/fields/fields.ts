import type { Configuration } from '../../configured.ts'
import { attendeeRecord } from '../../records/attendee.ts'
import { contactRecord } from '../../records/contact.ts'
import { eventRecord } from '../../records/event.ts'
import { registrationRecord } from '../../records/registration.ts'
import { findAnswerField } from './answer-fields.ts'
import type { Field, FindField } from './field.ts'
import { ops } from './ops.ts'
import { customField, idField, insideField } from './own-fields.ts'
import { fieldsOf } from './record-fields.ts'

type Table = Readonly<Record<string, Field>>
type Reference = { system: string; id: string }

const references: Table = {
  'externalReferences.id': insideField('external_references', (all: Reference[]) => all.map((one) => one.id)),
  'externalReferences.system': insideField('external_references', (all: Reference[]) =>
    all.map((one) => one.system),
  ),
}
type Venue = { name?: string; address?: string } | null

const events = new Map(
  Object.entries({
    ...references,
    ...fieldsOf(eventRecord.members),
    'venue.name': insideField('venue', (venue: Venue) => [venue?.name]),
    'venue.address': insideField('venue', (venue: Venue) => [venue?.address]),
  }),
)

const attendees = new Map(Object.entries({ ...references, ...fieldsOf(attendeeRecord.members) }))

const registrations = new Map(
  Object.entries({
    ...references,
    ...fieldsOf(registrationRecord.members),
    confirmationNumber: confirmationField(),
    tags: insideField('tags', (tags: string[]) => tags),
    sessionIds: insideField('session_ids', (ids: string[]) => ids),
    'options.groupId': insideField('options', (all: { groupId: string }[]) => all.map((one) => one.groupId)),
    'options.optionId': insideField('options', (all: { optionId: string }[]) =>
      all.map((one) => one.optionId),
    ),
  }),
)

const contacts = new Map(Object.entries(fieldsOf(contactRecord.members)))

export const findEventField: FindField = (name) => events.get(name) ?? findCustom(name)
export const findContactField: FindField = (name) => contacts.get(name) ?? findCustom(name)

export function findAttendeeField(configuration: Configuration): FindField {
  return (name) =>
    attendees.get(name) ??
    findPrefixed(name, 'answers.', (rest) => findAnswerField(configuration, rest, 'attendee_id'))
}

/** `attendee.email` and `attendee.answers.diet` match any attendee, `answers.diet` the primary one. */
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

/** Confirmation numbers are issued in capitals, and found in any case. */
function confirmationField(): Field {
  const encode = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : undefined)
  return { ...idField('confirmation_number', { indexed: true }), ops, encode }
}
