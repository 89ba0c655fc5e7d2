import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import {
  answers,
  email,
  emailOrNull,
  externalReferences,
  id,
  idList,
  idOrNull,
  oneOf,
  optional,
  text,
  textOrNull,
  time,
  timeOrNull,
  tracked,
} from '../records/values.ts'

export const registrationStatus = oneOf(
  'pending',
  'confirmed',
  'declined',
  'waitlisted',
  'offered',
  'expired',
  'cancelled',
)

const named = { firstName: text(200, 1), lastName: text(200, 1) }
const reachable = {
  phone: textOrNull({ maxLength: 50 }),
  company: textOrNull({ maxLength: 300 }),
  title: textOrNull({ maxLength: 300 }),
}
const registrantInput = closed({ ...named, email, ...optional(reachable) })
export type RegistrantInput = Type.Static<typeof registrantInput>
const attendeeInput = closed({
  ...named,
  ...optional({ email: emailOrNull, ...reachable }),
  ...optional({ answers, sessionIds: idList }),
})
export type AttendeeInput = Type.Static<typeof attendeeInput>

const chosenOption = closed({
  groupId: text(64),
  optionId: text(64),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
})
export const chosenOptions = Type.Array(chosenOption, { maxItems: 200 })
export type ChosenOption = { groupId: string; optionId: string; quantity: number }

const registrationMembers = {
  registrationTypeId: idOrNull,
  options: chosenOptions,
  sessionIds: idList,
  answers,
  source: text(60),
  externalReferences,
  note: textOrNull({ maxLength: 4_000 }),
  tags: Type.Array(text(60, 1), { maxItems: 50 }),
}
export const registrationInput = closed({
  registrant: registrantInput,
  ...optional({ ...registrationMembers, attendees: Type.Array(attendeeInput, { maxItems: 100 }) }),
})
export type RegistrationInput = Type.Static<typeof registrationInput>

/** RFC 7396: objects merge, arrays replace, null takes away. */
export const registrationPatch = closed(
  optional({
    ...registrationMembers,
    registrant: closed(optional({ ...named, email, ...reachable })),
    status: registrationStatus,
    cancelReason: textOrNull({ maxLength: 1_000 }),
    tags: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: text(60, 1), maxItems: 50 }),
  }),
)
export type RegistrationPatch = Type.Static<typeof registrationPatch>

/** PUT: what is absent is cleared. */
export const registrationReplacement = closed({
  registrant: registrantInput,
  ...optional({
    ...registrationMembers,
    status: registrationStatus,
    cancelReason: textOrNull({ maxLength: 1_000 }),
  }),
})

const person = { firstName: Type.String(), lastName: Type.String(), email: textOrNull(), ...reachable }
export const attendee = Type.Object({
  id,
  eventId: id,
  registrationId: id,
  contactId: idOrNull,
  ...person,
  status: oneOf('active', 'waitlisted', 'cancelled'),
  checkedIn: Type.Boolean(),
  checkedInAt: timeOrNull,
  checkedOutAt: timeOrNull,
  answers,
  sessionIds: idList,
  isGuest: Type.Boolean(),
  primaryAttendeeId: idOrNull,
  externalReferences,
  ...tracked,
})
export type AttendeeAnswer = Type.Static<typeof attendee>

const attendeeMembers = {
  ...named,
  email: emailOrNull,
  ...reachable,
  answers,
  checkedIn: Type.Boolean(),
  externalReferences,
}
/** RFC 7396: null takes away what an attendee may be without. */
export const attendeePatch = closed(
  optional({
    ...attendeeMembers,
    answers: Type.Unsafe<Record<string, unknown> | null>({ ...answers, type: ['object', 'null'] }),
    checkedIn: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    externalReferences: Type.Unsafe<Type.Static<typeof externalReferences> | null>({
      ...externalReferences,
      type: ['array', 'null'],
    }),
  }),
)
export type AttendeePatch = Type.Static<typeof attendeePatch>
export const attendeeReplacement = closed({
  ...named,
  ...optional({ ...attendeeMembers, firstName: named.firstName, lastName: named.lastName }),
  firstName: named.firstName,
  lastName: named.lastName,
})

export const registrationOptions = Type.Array(
  Type.Object({ groupId: id, optionId: id, quantity: Type.Integer() }),
)
export const registration = Type.Object({
  id,
  eventId: id,
  confirmationNumber: Type.String(),
  status: registrationStatus,
  registrationTypeId: idOrNull,
  registrant: Type.Object(person),
  attendees: Type.Array(attendee),
  options: registrationOptions,
  sessionIds: idList,
  answers,
  waitlistPosition: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  source: Type.String(),
  externalReferences,
  note: textOrNull(),
  tags: Type.Array(Type.String()),
  registeredAt: time,
  cancelledAt: timeOrNull,
  cancelReason: textOrNull(),
  expiresAt: timeOrNull,
  ...tracked,
})
export type RegistrationAnswer = Type.Static<typeof registration>

export const reason = closed({ reason: Type.Optional(text(1_000)) })

export const enrolment = Type.Object({
  sessionId: id,
  registrationId: id,
  attendeeId: id,
  status: oneOf('registered', 'waitlisted', 'cancelled'),
  createdAt: time,
  updatedAt: time,
})
export type EnrolmentAnswer = Type.Static<typeof enrolment>
