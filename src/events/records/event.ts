import * as Type from 'typebox'
import { byServer, elsewhere, flag, json, required, stored, timestamp } from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed, optional, orNull } from '../../kernel/contract/schema.ts'
import { identity, trackedColumns, tracking } from './tracked.ts'
import {
  count,
  countOrNull,
  customFields,
  email,
  externalReferences,
  oneOf,
  text,
  textOrNull,
  time,
  timeOrNull,
  urlOrNull,
} from './values.ts'

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

const code = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$',
  description: 'The page is at /e/{code}.',
})
const offerMinutes = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 525_600 })
const confirmBy = Type.Unsafe<'none' | 'phone' | 'authenticator'>({
  type: 'string',
  enum: ['none', 'phone', 'authenticator'],
  description: 'What the registration page asks for before it registers anybody.',
})
const notify = Type.Unsafe<'page' | 'everyone'>({
  type: 'string',
  enum: ['page', 'everyone'],
  description: 'Mails go to whoever registered on the page, or to everyone.',
})
const accessibilityNote = textOrNull({
  maxLength: 2_000,
  description: 'What visitors with disabilities should know: steps, lifts, hearing loops, whom to ask.',
})
const maxGuests = Type.Integer({
  minimum: 0,
  maximum: 20,
  description: 'How many guests one may bring along on the page.',
})

export const eventRecord = defineRecord(
  {
    ...identity,
    code: required('code', code, { key: 'code_key' }),
    title: required('title', text(300, 1)),
    start: required('start_text', time, { time: 'starts_at' }),
    end: required('end_text', time, { time: 'ends_at' }),
    timezone: required('timezone', Type.String({ maxLength: 64, description: 'IANA.' })),
    description: stored('description', textOrNull({ maxLength: 20_000 }), null, { sortable: false }),
    format: stored('format', format, 'in-person'),
    status: stored('status', eventStatus, 'draft'),
    registrationOpens: timestamp('registration_opens', timeOrNull),
    registrationCloses: timestamp('registration_closes', timeOrNull),
    capacity: elsewhere(countOrNull),
    waitlistEnabled: flag('waitlist_enabled'),
    offerMinutes: stored('offer_minutes', offerMinutes, null),
    multiplePerEmail: flag('multiple_per_email'),
    approvalRequired: flag('approval_required'),
    confirmBy: stored('confirm_by', confirmBy, 'none'),
    notify: stored('notify', notify, 'page'),
    maxGuests: stored('max_guests', maxGuests, 0),
    locale: stored('locale', textOrNull({ maxLength: 35 }), null),
    venue: json('venue', orNull(venue), null),
    accessibilityNote: stored('accessibility_note', accessibilityNote, null, { sortable: false }),
    virtualUrl: stored('virtual_url', urlOrNull, null, { sortable: false }),
    contact: json('contact', orNull(contact), null),
    customFields: json('custom_fields', customFields, {}),
    testMode: flag('test_mode'),
    externalReferences: json('external_references', externalReferences, []),
    registeredCount: byServer(elsewhere(count)),
    waitlistedCount: byServer(elsewhere(count)),
    remaining: byServer(elsewhere(countOrNull)),
    ...tracking,
  },
  trackedColumns,
)

export const eventInput = eventRecord.input
export type EventInput = Type.Static<typeof eventInput>

export const event = Type.Object(eventRecord.answer)
export type EventAnswer = Type.Static<typeof event>
