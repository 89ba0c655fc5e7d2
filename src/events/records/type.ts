import * as Type from 'typebox'
import { byServer, elsewhere, flag, required, stored, timestamp } from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { identity, ofEvent, trackedColumns, tracking } from './tracked.ts'
import { countOrNull, order, text, textOrNull, timeOrNull } from './values.ts'

export const typeRecord = defineRecord(
  {
    ...identity,
    ...ofEvent,
    name: required('name', text(200, 1)),
    code: stored('code', textOrNull({ maxLength: 60 }), null),
    description: stored('description', textOrNull({ maxLength: 4_000 }), null),
    capacity: elsewhere(countOrNull),
    opensAt: timestamp('opens_at', timeOrNull),
    closesAt: timestamp('closes_at', timeOrNull),
    approvalRequired: flag('approval_required'),
    virtual: flag('is_virtual'),
    order: stored('position', order, 0),
    remaining: byServer(elsewhere(countOrNull)),
    ...tracking,
  },
  trackedColumns,
)

export const typeInput = typeRecord.input
export type TypeInput = Type.Static<typeof typeInput>

export const registrationType = Type.Object(typeRecord.answer)
export type TypeAnswer = Type.Static<typeof registrationType>
