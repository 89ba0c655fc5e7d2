import * as Type from 'typebox'
import { byServer, fixed, required, timestamp } from '../../kernel/contract/member.ts'
import { id, time } from './values.ts'

/** Members of every record that clients can sync. */
export const identity = { id: fixed(required('id', id, { as: 'id', indexed: true })) }
export const tracking = {
  createdAt: fixed(timestamp('created_at', time)),
  updatedAt: byServer(timestamp('updated_at', time)),
  version: byServer(required('version', Type.Integer())),
}
/** Columns of every such record that belong to no member. */
export const trackedColumns = {
  fixed: ['organisation_id'],
  changing: ['change', 'deleted_at'],
} as const

/** The event that a record belongs to. Not searchable, because a search is always within one event. */
export const ofEvent = { eventId: fixed(required('event_id', id, { as: 'id', searchable: false })) }
