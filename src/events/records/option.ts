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
  id,
  idList,
  idOrNull,
  oneOf,
  order,
  text,
  textOrNull,
  tracked,
} from './values.ts'

export const optionRecord = defineRecord({
  name: required('name', text(200, 1)),
  code: stored('code', textOrNull({ maxLength: 60 }), null),
  capacity: elsewhere(countOrNull),
  maxPerRegistration: stored('max_per_registration', Type.Integer({ minimum: 1, maximum: 1_000 }), 1),
  status: stored('status', oneOf('open', 'closed'), 'open'),
  sessionId: stored('session_id', idOrNull, null),
  order: stored('position', order, 0),
})
export type OptionColumns = RowOf<typeof optionRecord>

/** `id` keeps an option of the group that is there already. */
export const optionInput = closed({ ...optionRecord.input.properties, id: Type.Optional(text(64)) })
export type OptionInput = Type.Static<typeof optionInput>

export const groupRecord = defineRecord({
  name: required('name', text(200, 1)),
  selection: stored('selection', oneOf('single', 'multiple'), 'single'),
  required: flag('required'),
  minSelections: stored('min_selections', count, 0),
  maxSelections: stored('max_selections', countOrNull, null),
  registrationTypeIds: json('registration_type_ids', idList, []),
  order: stored('position', order, 0),
})
export type GroupColumns = RowOf<typeof groupRecord>

const options = Type.Optional(Type.Array(optionInput, { maxItems: 200 }))
export const groupInput = closed({ ...groupRecord.input.properties, options })
export type GroupInput = Type.Static<typeof groupInput>
export type GroupPatch = Partial<GroupInput>

export const optionGroup = Type.Object({
  id,
  eventId: id,
  ...groupRecord.answer,
  options: Type.Array(
    Type.Object({
      id,
      ...optionRecord.answer,
      status: oneOf('open', 'closed', 'full'),
      remaining: countOrNull,
    }),
  ),
  ...tracked,
})
export type GroupAnswer = Type.Static<typeof optionGroup>
