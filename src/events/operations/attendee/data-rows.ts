import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncListOf, syncQuery } from '../../lists/list-query.ts'
import { attendee, attendeePatch, attendeeReplacement } from '../../records/attendee.ts'
import { text } from '../../records/values.ts'
import {
  itemHeaders,
  listAnswer,
  matchHeaders,
  patchTypes,
  path,
  taggedHeaders,
  unchanged,
} from '../base/rows.ts'
import { attendeeFilters, attendeeWriteProblems } from './rows.ts'

export const attendeeRows = {
  listAttendees: {
    scope: 'registrations:read',
    method: 'GET',
    path: '/attendees',
    summary: 'The attendees of the organisation',
    query: closed({ ...syncQuery, ...attendeeFilters, eventId: Type.Optional(text(64)) }),
    answers: { 200: listAnswer(syncListOf(attendee)) },
    problems: [],
  },
  getAttendee: {
    scope: 'registrations:read',
    method: 'GET',
    path: '/attendees/{attendeeId}',
    summary: 'An attendee',
    params: path('attendeeId'),
    headers: itemHeaders,
    answers: { 200: json(attendee, 'The attendee.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  updateAttendee: {
    scope: 'registrations:write',
    method: 'PATCH',
    path: '/attendees/{attendeeId}',
    summary: 'Change an attendee, or check them in by hand',
    params: path('attendeeId'),
    headers: matchHeaders,
    body: jsonBody(attendeePatch, { contentTypes: patchTypes }),
    answers: { 200: json(attendee, 'The attendee.', { headers: taggedHeaders }) },
    problems: attendeeWriteProblems,
  },
} as const

/** Operations in addition to the 13 of the original API contract. */
export const attendeeReplaceRows = {
  replaceAttendee: {
    scope: 'registrations:write',
    method: 'PUT',
    path: '/attendees/{attendeeId}',
    summary: 'Replace what an attendee says: what is left out is cleared',
    params: path('attendeeId'),
    headers: matchHeaders,
    body: jsonBody(attendeeReplacement),
    answers: { 200: json(attendee, 'The attendee.', { headers: taggedHeaders }) },
    problems: attendeeWriteProblems,
  },
} as const
