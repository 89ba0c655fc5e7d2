import * as Type from 'typebox'
import {
  byServer,
  elsewhere,
  fixed,
  flag,
  json,
  required,
  stored,
  timestamp,
} from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { person } from './person.ts'
import { identity, ofEvent, trackedColumns, tracking } from './tracked.ts'
import { answers, externalReferences, id, idList, idOrNull, oneOf, timeOrNull } from './values.ts'

export const personRecord = defineRecord(person, { fixed: [], changing: [] })

export const attendeeRecord = defineRecord(
  {
    ...identity,
    ...ofEvent,
    registrationId: fixed(required('registration_id', id, { as: 'id', indexed: true })),
    contactId: fixed(stored('contact_id', idOrNull, null, { as: 'id', personal: true })),
    ...person,
    // The status follows the registration and is written by separate statements.
    status: fixed(required('status', oneOf('active', 'waitlisted', 'cancelled'))),
    checkedIn: flag('checked_in'),
    checkedInAt: byServer(timestamp('checked_in_at', timeOrNull)),
    checkedOutAt: byServer(timestamp('checked_out_at', timeOrNull)),
    answers: json('answers', answers, {}, { personal: true }),
    sessionIds: byServer(elsewhere(idList)),
    isGuest: fixed(flag('is_guest')),
    primaryAttendeeId: fixed(stored('primary_attendee_id', idOrNull, null, { as: 'id' })),
    externalReferences: json('external_references', externalReferences, [], { personal: true }),
    ...tracking,
  },
  {
    fixed: [...trackedColumns.fixed, 'session_ids'],
    changing: [...trackedColumns.changing, 'ticket_generation'],
  },
)

export const attendee = Type.Object(attendeeRecord.answer)
export type AttendeeAnswer = Type.Static<typeof attendee>

const { firstName, lastName, checkedIn, ...others } = attendeeRecord.input.properties
const { email: _email, externalReferences: _references, ...reachable } = others

/** An attendee in the input of a registration. */
export const attendeeInput = closed({
  firstName,
  lastName,
  email: others.email,
  ...reachable,
  sessionIds: Type.Optional(idList),
})
export type AttendeeInput = Type.Static<typeof attendeeInput>

/** PUT: members that are absent are cleared. */
export const attendeeReplacement = attendeeRecord.input

/** RFC 7396: null clears an optional member. */
export const attendeePatch = closed(
  optional({
    ...attendeeRecord.input.properties,
    answers: Type.Unsafe<Record<string, unknown> | null>({ ...answers, type: ['object', 'null'] }),
    checkedIn: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    externalReferences: Type.Unsafe<Type.Static<typeof externalReferences> | null>({
      ...externalReferences,
      type: ['array', 'null'],
    }),
  }),
)
export type AttendeePatch = Type.Static<typeof attendeePatch>
