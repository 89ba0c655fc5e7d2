import * as Type from 'typebox'
import {
  defineRecord,
  elsewhere,
  flag,
  json,
  type RowOf,
  required,
  stored,
} from '../../kernel/contract/record.ts'
import { closed } from '../../kernel/contract/schema.ts'
import {
  count,
  countOrNull,
  externalReferences,
  id,
  idList,
  oneOf,
  optional,
  text,
  textOrNull,
  time,
  tracked,
  url,
  urlOrNull,
} from './values.ts'

const speaker = closed({
  name: text(300, 1),
  ...optional({ biography: text(8_000), company: text(300), title: text(300), url }),
})
const format = Type.Unsafe<'in-person' | 'virtual' | 'hybrid' | null>({
  type: ['string', 'null'],
  enum: ['in-person', 'virtual', 'hybrid', null],
})

export const sessionRecord = defineRecord({
  title: required('title', text(500, 1)),
  start: required('start_text', time),
  end: required('end_text', time),
  code: stored('code', textOrNull({ maxLength: 60 }), null),
  description: stored('description', textOrNull({ maxLength: 20_000 }), null),
  track: stored('track', textOrNull({ maxLength: 200 }), null),
  room: stored('room', textOrNull({ maxLength: 200 }), null),
  status: stored('status', oneOf('active', 'cancelled', 'closed'), 'active'),
  format: stored('format', format, null),
  joinUrl: stored('join_url', urlOrNull, null),
  capacity: elsewhere(countOrNull),
  waitlistEnabled: flag('waitlist_enabled'),
  included: flag('included'),
  registrationTypeIds: json('registration_type_ids', idList, []),
  speakers: json('speakers', Type.Array(speaker, { maxItems: 100 }), []),
  externalReferences: json('external_references', externalReferences, []),
})

/** The members that a row holds, and the columns that are computed from them. */
export type SessionColumns = RowOf<typeof sessionRecord> & { starts_at: number; ends_at: number }

export const sessionInput = sessionRecord.input
export type SessionInput = Type.Static<typeof sessionInput>
export type SessionPatch = Partial<SessionInput>

export const session = Type.Object({
  id,
  eventId: id,
  ...sessionRecord.answer,
  remaining: countOrNull,
  enrolledCount: count,
  waitlistedCount: count,
  ...tracked,
})
export type SessionAnswer = Type.Static<typeof session>
