import { eventRecord } from '../events/records/event.ts'
import { groupRecord, optionRecord } from '../events/records/option.ts'
import { sessionRecord } from '../events/records/session.ts'
import { typeRecord } from '../events/records/type.ts'
import type { Field, Fields } from '../kernel/contract/field.ts'

/** What a form knows about a member of a record, derived from the service's record tables. */
export type RecordField<V = unknown> = Field<V>
export type RecordFields = Fields

export const eventFields = eventRecord.fields
export const typeFields = typeRecord.fields
export const groupFields = groupRecord.fields
export const optionFields = optionRecord.fields
export const sessionFields = sessionRecord.fields
