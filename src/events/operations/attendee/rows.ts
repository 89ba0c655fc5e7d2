import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncQuery, words } from '../../lists/list-query.ts'
import { attendee, attendeePatch, attendeeReplacement } from '../../records/attendee.ts'
import { text } from '../../records/values.ts'
import { changing, listing, patchBody, reading, tagRows } from '../base/rows.ts'

const ATTENDEE = '/attendees/{attendeeId}'
const EVENT_ATTENDEES = '/api/v1/events/{eventId}/attendees'
const filters = {
  ...syncQuery,
  email: Type.Optional(text(320, 1)),
  status: Type.Optional(attendee.properties.status),
  checkedIn: Type.Optional(Type.Boolean()),
  q: Type.Optional(words),
}
const list = listing('registrations:read', attendee)
const read = reading('registrations:read', attendee, 'The attendee.')
const change = {
  ...changing('registrations:write', attendee, 'The attendee.'),
  problems: ['version-changed', 'capacity-full', 'not-expected', 'already-checked-in'],
} as const
const update = {
  ...change,
  summary: 'Change an attendee, or check them in by hand',
  body: patchBody(attendeePatch),
} as const

/** Attendees in the event data API. */
export const attendeeRows = tagRows('attendees', {
  listAttendees: {
    ...list,
    path: '/attendees',
    summary: 'The attendees of the organisation',
    query: closed({ ...filters, eventId: Type.Optional(text(64)) }),
  },
  getAttendee: { ...read, path: ATTENDEE, summary: 'An attendee' },
  updateAttendee: { ...update, path: ATTENDEE },
})

/** Operations in addition to the 13 of the original API contract. */
export const attendeeReplaceRows = tagRows('replace', {
  replaceAttendee: {
    ...change,
    method: 'PUT',
    path: ATTENDEE,
    summary: 'Replace what an attendee says: what is left out is cleared',
    body: jsonBody(attendeeReplacement),
  },
})

/** Attendees in the registration API, below their event. */
export const eventAttendeeRows = tagRows('attendees', {
  listEventAttendees: {
    ...list,
    path: EVENT_ATTENDEES,
    summary: 'The attendees of an event',
    query: closed(filters),
  },
  getEventAttendee: {
    ...read,
    path: `${EVENT_ATTENDEES}/{attendeeId}`,
    summary: 'An attendee of an event',
  },
  updateEventAttendee: {
    ...update,
    path: `${EVENT_ATTENDEES}/{attendeeId}`,
  },
})
