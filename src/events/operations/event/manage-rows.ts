import { jsonBody } from '../../../kernel/contract/body.ts'
import { mergePatchOf } from '../../../kernel/contract/merge-patch.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { type EventPatch, event, eventInput } from '../../records/event.ts'
import { matchHeaders, onceHeaders, patchTypes, path, taggedHeaders } from '../base/rows.ts'

/** Members shared by all rows that create something. */
export const creation = { scope: 'events:write', method: 'POST', headers: onceHeaders } as const
export const change = { scope: 'events:write', method: 'PATCH', headers: matchHeaders } as const
export const removal = {
  scope: 'events:write',
  method: 'DELETE',
  headers: matchHeaders,
  answers: { 204: empty('It is deleted.') },
} as const
export const madeHeaders = { ...taggedHeaders, Location: 'Of what was made.' }

export const eventRows = {
  createEvent: {
    ...creation,
    path: '/api/v1/events',
    summary: 'Makes an event',
    body: jsonBody(eventInput),
    answers: { 201: json(event, 'The event.', { headers: madeHeaders }) },
    problems: ['code-taken', 'idempotency-in-progress'],
  },
  updateEvent: {
    ...change,
    path: '/api/v1/events/{eventId}',
    summary: 'Changes members of an event (JSON merge patch)',
    description:
      'A capacity below what is sold stops the sale and takes nothing away; a raised one lets those in who wait. A draft becomes published, cancelled or archived; published and closed ones become each other, completed, cancelled or archived; completed and cancelled ones are archived. Every other change of status is refused.',
    params: path('eventId'),
    body: jsonBody(mergePatchOf<EventPatch>(eventInput), { contentTypes: patchTypes }),
    answers: { 200: json(event, 'The event.', { headers: taggedHeaders }) },
    problems: ['not-found', 'code-taken', 'invalid-transition', 'version-changed'],
  },
  deleteEvent: {
    ...removal,
    path: '/api/v1/events/{eventId}',
    summary: 'Deletes an event that has no live registration',
    description:
      'Erases its people: names, addresses, answers, notes, history and attendance. Tombstones without anything personal stay for those who sync.',
    params: path('eventId'),
    problems: ['not-found', 'in-use', 'version-changed'],
  },
} as const
