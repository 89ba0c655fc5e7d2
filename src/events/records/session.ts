import * as Type from 'typebox'
import { byServer, elsewhere, flag, json, required, stored } from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { identity, ofEvent, trackedColumns, tracking } from './tracked.ts'
import {
  count,
  countOrNull,
  externalReferences,
  idList,
  oneOf,
  text,
  textOrNull,
  time,
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

export const sessionRecord = defineRecord(
  {
    ...identity,
    ...ofEvent,
    title: required('title', text(500, 1)),
    start: required('start_text', time, { time: 'starts_at' }),
    end: required('end_text', time, { time: 'ends_at' }),
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
    remaining: byServer(elsewhere(countOrNull)),
    enrolledCount: byServer(elsewhere(count)),
    waitlistedCount: byServer(elsewhere(count)),
    ...tracking,
  },
  { ...trackedColumns, changing: [...trackedColumns.changing, 'source_key', 'source_hash'] },
)

export const sessionInput = sessionRecord.input
export type SessionInput = Type.Static<typeof sessionInput>

export const session = Type.Object(sessionRecord.answer)
export type SessionAnswer = Type.Static<typeof session>
