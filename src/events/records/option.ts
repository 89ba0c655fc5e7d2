import * as Type from 'typebox'
import { byServer, elsewhere, flag, json, required, stored } from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed } from '../../kernel/contract/schema.ts'
import { identity, ofEvent, trackedColumns, tracking } from './tracked.ts'
import { count, countOrNull, id, idList, idOrNull, oneOf, order, text, textOrNull } from './values.ts'

export const optionRecord = defineRecord(
  {
    name: required('name', text(200, 1)),
    code: stored('code', textOrNull({ maxLength: 60 }), null),
    capacity: elsewhere(countOrNull),
    maxPerRegistration: stored('max_per_registration', Type.Integer({ minimum: 1, maximum: 1_000 }), 1),
    status: stored('status', oneOf('open', 'closed'), 'open'),
    sessionId: stored('session_id', idOrNull, null),
    order: stored('position', order, 0),
  },
  { fixed: ['id', 'event_id', 'group_id'], changing: ['deleted_at'] },
)

/** An option with an `id` replaces the existing option with that id. */
export const optionInput = closed({ ...optionRecord.input.properties, id: Type.Optional(text(64)) })
export type OptionInput = Type.Static<typeof optionInput>

const shownOption = Type.Object({
  id,
  ...optionRecord.answer,
  status: oneOf('open', 'closed', 'full'),
  remaining: countOrNull,
})

export const groupRecord = defineRecord(
  {
    ...identity,
    ...ofEvent,
    name: required('name', text(200, 1)),
    selection: stored('selection', oneOf('single', 'multiple'), 'single'),
    required: flag('required'),
    minSelections: stored('min_selections', count, 0),
    maxSelections: stored('max_selections', countOrNull, null),
    registrationTypeIds: json('registration_type_ids', idList, []),
    order: stored('position', order, 0),
    options: byServer(elsewhere(Type.Array(shownOption))),
    ...tracking,
  },
  trackedColumns,
)

const options = Type.Optional(Type.Array(optionInput, { maxItems: 200 }))
export const groupInput = closed({ ...groupRecord.input.properties, options })
export type GroupInput = Type.Static<typeof groupInput>

export const optionGroup = Type.Object(groupRecord.answer)
export type GroupAnswer = Type.Static<typeof optionGroup>
