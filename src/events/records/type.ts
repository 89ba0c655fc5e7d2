import * as Type from 'typebox'
import {
  defineRecord,
  elsewhere,
  flag,
  type RowOf,
  required,
  stored,
  timestamp,
} from '../../kernel/contract/record.ts'
import { countOrNull, id, order, text, textOrNull, timeOrNull, tracked } from './values.ts'

export const typeRecord = defineRecord({
  name: required('name', text(200, 1)),
  code: stored('code', textOrNull({ maxLength: 60 }), null),
  description: stored('description', textOrNull({ maxLength: 4_000 }), null),
  capacity: elsewhere(countOrNull),
  opensAt: timestamp('opens_at', timeOrNull),
  closesAt: timestamp('closes_at', timeOrNull),
  approvalRequired: flag('approval_required'),
  virtual: flag('is_virtual'),
  order: stored('position', order, 0),
})
export type TypeColumns = RowOf<typeof typeRecord>

export const typeInput = typeRecord.input
export type TypeInput = Type.Static<typeof typeInput>
export type TypePatch = Partial<TypeInput>

export const registrationType = Type.Object({
  id,
  eventId: id,
  ...typeRecord.answer,
  remaining: countOrNull,
  ...tracked,
})
export type TypeAnswer = Type.Static<typeof registrationType>
