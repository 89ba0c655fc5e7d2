import * as Type from 'typebox'
import {
  byServer,
  elsewhere,
  fixed,
  json,
  parts,
  required,
  stored,
  timestamp,
} from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { attendee, attendeeInput } from './attendee.ts'
import { registrant } from './person.ts'
import { identity, ofEvent, trackedColumns, tracking } from './tracked.ts'
import {
  answers,
  externalReferences,
  id,
  idList,
  idOrNull,
  oneOf,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './values.ts'

export const registrationStates = [
  'pending',
  'confirmed',
  'declined',
  'waitlisted',
  'offered',
  'expired',
  'cancelled',
] as const
export const registrationStatus = oneOf(...registrationStates)

export const registrantRecord = defineRecord(registrant, { fixed: [], changing: [] })

const chosenOption = closed({
  groupId: text(64),
  optionId: text(64),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
})
export const chosenOptions = Type.Array(chosenOption, { maxItems: 200 })
export type ChosenOption = { groupId: string; optionId: string; quantity: number }
export const registrationOptions = Type.Array(
  Type.Object({ groupId: id, optionId: id, quantity: Type.Integer() }),
)
const source = text(60)
const tags = Type.Array(text(60, 1), { maxItems: 50 })
const cancelReason = textOrNull({ maxLength: 1_000 })

export const registrationRecord = defineRecord(
  {
    ...identity,
    ...ofEvent,
    confirmationNumber: fixed(required('confirmation_number', Type.String())),
    status: byServer(required('status', registrationStatus)),
    registrationTypeId: stored('registration_type_id', idOrNull, null, { as: 'id' }),
    registrant: parts(registrant),
    attendees: byServer(elsewhere(Type.Array(attendee))),
    options: json('options', chosenOptions, [], { shown: registrationOptions, personal: true }),
    sessionIds: json('session_ids', idList, [], { personal: true }),
    answers: json('answers', answers, {}, { personal: true }),
    waitlistPosition: byServer(elsewhere(Type.Unsafe<number | null>({ type: ['integer', 'null'] }))),
    source: stored('source', source, 'api', { shown: Type.String() }),
    externalReferences: json('external_references', externalReferences, [], { personal: true }),
    note: stored('note', textOrNull({ maxLength: 4_000 }), null, {
      shown: textOrNull(),
      sortable: false,
      personal: true,
    }),
    tags: json('tags', tags, [], {
      shown: Type.Array(Type.String()),
      personal: true,
    }),
    registeredAt: fixed(timestamp('registered_at', time, { indexed: true, walk: true })),
    cancelledAt: byServer(timestamp('cancelled_at', timeOrNull)),
    cancelReason: byServer(
      stored('cancel_reason', cancelReason, null, { shown: textOrNull(), sortable: false, personal: true }),
    ),
    expiresAt: byServer(timestamp('expires_at', timeOrNull)),
    ...tracking,
  },
  {
    fixed: [...trackedColumns.fixed, 'seats'],
    changing: [
      ...trackedColumns.changing,
      'form_version',
      'live_email',
      'line',
      'needs',
      'approved_at',
      'link_generation',
    ],
  },
)

export const registration = Type.Object(registrationRecord.answer)
export type RegistrationAnswer = Type.Static<typeof registration>

const { properties } = registrationRecord.input
export type RegistrantInput = Type.Static<typeof properties.registrant>

export const registrationInput = closed({
  ...properties,
  attendees: Type.Optional(Type.Array(attendeeInput, { maxItems: 100 })),
})
export type RegistrationInput = Type.Static<typeof registrationInput>

const stateChange = optional({ status: registrationStatus, cancelReason })

function clearable<S extends Type.TSchema>(schema: S) {
  const { type } = schema as { type?: string }
  return Type.Unsafe<Type.Static<S> | null>({ ...schema, type: [type, 'null'] })
}

/** RFC 7396: objects merge, arrays replace, null clears. */
export const registrationPatch = closed({
  ...properties,
  ...stateChange,
  ...optional({
    registrant: closed(optional(properties.registrant.properties)),
    options: clearable(chosenOptions),
    sessionIds: clearable(idList),
    answers: clearable(answers),
    source: clearable(source),
    externalReferences: clearable(externalReferences),
    tags: clearable(tags),
  }),
})
export type RegistrationPatch = Type.Static<typeof registrationPatch>

/** PUT: members that are absent are cleared. */
export const registrationReplacement = closed({ ...properties, ...stateChange })

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
