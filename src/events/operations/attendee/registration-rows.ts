import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncListOf, syncQuery } from '../../lists/list-query.ts'
import { attendee, attendeePatch } from '../../records/attendee.ts'
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

const attendees = '/api/v1/events/{eventId}/attendees'

export const attendeeRows = {
  listEventAttendees: {
    scope: 'registrations:read',
    method: 'GET',
    path: attendees,
    summary: 'The attendees of an event',
    params: path('eventId'),
    query: closed({ ...syncQuery, ...attendeeFilters }),
    answers: { 200: listAnswer(syncListOf(attendee)) },
    problems: ['not-found'],
  },
  getEventAttendee: {
    scope: 'registrations:read',
    method: 'GET',
    path: `${attendees}/{attendeeId}`,
    summary: 'An attendee of an event',
    params: path('eventId', 'attendeeId'),
    headers: itemHeaders,
    answers: { 200: json(attendee, 'The attendee.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  updateEventAttendee: {
    scope: 'registrations:write',
    method: 'PATCH',
    path: `${attendees}/{attendeeId}`,
    summary: 'Change an attendee, or check them in by hand',
    params: path('eventId', 'attendeeId'),
    headers: matchHeaders,
    body: jsonBody(attendeePatch, { contentTypes: patchTypes }),
    answers: { 200: json(attendee, 'The attendee.', { headers: taggedHeaders }) },
    problems: attendeeWriteProblems,
  },
} as const
