import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import {
  count,
  countOrNull,
  customFields,
  email,
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
  url,
  urlOrNull,
} from './common.ts'

export const eventStatus = oneOf('draft', 'published', 'closed', 'completed', 'cancelled', 'archived')
export const format = oneOf('in-person', 'virtual', 'hybrid')

const venue = closed(
  optional({
    name: text(300),
    address: text(1_000),
    geo: closed({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lon: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  }),
)
const contact = closed(optional({ name: text(300), email, phone: text(50) }))

const eventRequired = {
  code: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$',
    description: 'The page is at /e/{code}.',
  }),
  title: text(300, 1),
  start: time,
  end: time,
  timezone: Type.String({ maxLength: 64, description: 'IANA.' }),
}
const eventOptional = {
  description: textOrNull({ maxLength: 20_000 }),
  format,
  status: eventStatus,
  registrationOpens: timeOrNull,
  registrationCloses: timeOrNull,
  capacity: countOrNull,
  waitlistEnabled: Type.Boolean(),
  offerMinutes: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 525_600 }),
  multiplePerEmail: Type.Boolean(),
  approvalRequired: Type.Boolean(),
  confirmBy: Type.Unsafe<'none' | 'phone' | 'authenticator'>({
    type: 'string',
    enum: ['none', 'phone', 'authenticator'],
    description: 'What the registration page asks for before it registers anybody.',
  }),
  notify: Type.Unsafe<'page' | 'everyone'>({
    type: 'string',
    enum: ['page', 'everyone'],
    description: 'Mails go to whoever registered on the page, or to everyone.',
  }),
  maxGuests: Type.Integer({
    minimum: 0,
    maximum: 20,
    description: 'How many guests one may bring along on the page.',
  }),
  locale: textOrNull({ maxLength: 35 }),
  venue: nullable(venue),
  virtualUrl: urlOrNull,
  contact: nullable(contact),
  customFields,
  testMode: Type.Boolean(),
  externalReferences,
}
export const eventInput = closed({ ...eventRequired, ...optional(eventOptional) })
export type EventInput = Type.Static<typeof eventInput>
export type EventPatch = Partial<EventInput>

export const event = Type.Object({
  id,
  ...eventRequired,
  ...eventOptional,
  registeredCount: count,
  waitlistedCount: count,
  remaining: countOrNull,
  ...tracked,
})
export type EventAnswer = Type.Static<typeof event>

const typeRequired = { name: text(200, 1) }
const typeOptional = {
  code: textOrNull({ maxLength: 60 }),
  description: textOrNull({ maxLength: 4_000 }),
  capacity: countOrNull,
  opensAt: timeOrNull,
  closesAt: timeOrNull,
  approvalRequired: Type.Boolean(),
  virtual: Type.Boolean(),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
}
export const typeInput = closed({ ...typeRequired, ...optional(typeOptional) })
export type TypeInput = Type.Static<typeof typeInput>
export type TypePatch = Partial<TypeInput>
export const registrationType = Type.Object({
  id,
  eventId: id,
  ...typeRequired,
  ...typeOptional,
  remaining: countOrNull,
  ...tracked,
})
export type TypeAnswer = Type.Static<typeof registrationType>

const optionRequired = { name: text(200, 1) }
const optionOptional = {
  code: textOrNull({ maxLength: 60 }),
  capacity: countOrNull,
  maxPerRegistration: Type.Integer({ minimum: 1, maximum: 1_000 }),
  status: oneOf('open', 'closed'),
  sessionId: idOrNull,
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
}
/** `id` keeps an option of the group that is there already. */
export const optionInput = closed({ ...optionRequired, ...optional({ ...optionOptional, id: text(64) }) })
export type OptionInput = Type.Static<typeof optionInput>

const groupRequired = { name: text(200, 1) }
const groupOptional = {
  selection: oneOf('single', 'multiple'),
  required: Type.Boolean(),
  minSelections: count,
  maxSelections: countOrNull,
  registrationTypeIds: idList,
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
}
const options = Type.Array(optionInput, { maxItems: 200 })
export const groupInput = closed({ ...groupRequired, ...optional({ ...groupOptional, options }) })
export type GroupInput = Type.Static<typeof groupInput>
export type GroupPatch = Partial<GroupInput>
export const optionGroup = Type.Object({
  id,
  eventId: id,
  ...groupRequired,
  ...groupOptional,
  options: Type.Array(
    Type.Object({
      id,
      ...optionRequired,
      ...optionOptional,
      status: oneOf('open', 'closed', 'full'),
      remaining: countOrNull,
    }),
  ),
  ...tracked,
})
export type GroupAnswer = Type.Static<typeof optionGroup>

const speaker = closed({
  name: text(300, 1),
  ...optional({ biography: text(8_000), company: text(300), title: text(300), url }),
})
const sessionRequired = { title: text(500, 1), start: time, end: time }
const sessionOptional = {
  code: textOrNull({ maxLength: 60 }),
  description: textOrNull({ maxLength: 20_000 }),
  track: textOrNull({ maxLength: 200 }),
  room: textOrNull({ maxLength: 200 }),
  status: oneOf('active', 'cancelled', 'closed'),
  format: Type.Unsafe<'in-person' | 'virtual' | 'hybrid' | null>({
    type: ['string', 'null'],
    enum: ['in-person', 'virtual', 'hybrid', null],
  }),
  joinUrl: urlOrNull,
  capacity: countOrNull,
  waitlistEnabled: Type.Boolean(),
  included: Type.Boolean(),
  registrationTypeIds: idList,
  speakers: Type.Array(speaker, { maxItems: 100 }),
  externalReferences,
}
export const sessionInput = closed({ ...sessionRequired, ...optional(sessionOptional) })
export type SessionInput = Type.Static<typeof sessionInput>
export type SessionPatch = Partial<SessionInput>
export const session = Type.Object({
  id,
  eventId: id,
  ...sessionRequired,
  ...sessionOptional,
  remaining: countOrNull,
  enrolledCount: count,
  waitlistedCount: count,
  ...tracked,
})
export type SessionAnswer = Type.Static<typeof session>

function nullable<S extends Type.TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}
