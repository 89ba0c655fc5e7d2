import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { mergePatchOf } from '../../../kernel/contract/merge-patch.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncQuery } from '../../lists/list-query.ts'
import { session, sessionInput } from '../../records/session.ts'
import { text, time } from '../../records/values.ts'
import { changing, creating, listing, made, patchBody, reading, removing, tagRows } from '../base/rows.ts'

const eventId = text(64)
/** A session cannot move to another event: the request may name its event, but no other. */
const replacement = closed({ ...sessionInput.properties, eventId: Type.Optional(eventId) })
const SESSION = '/sessions/{sessionId}'
const EVENT_SESSIONS = '/api/v1/events/{eventId}/sessions'
const CHANGES = 'Changes members of a session (JSON merge patch)'
const change = {
  ...changing('events:write', session, 'The session.'),
  problems: ['capacity-below-enrolled'],
} as const
const deletion = {
  ...removing('events:write'),
  summary: 'Deletes a session; with force=true also where people are enrolled',
  description:
    'The session is gone at once. Where hundreds are enrolled, their enrolments end in the background: until then their attendees still name it.',
  query: closed({ force: Type.Optional(Type.Boolean({ description: 'Cancels the enrolments.' })) }),
  problems: ['session-has-enrolments'],
} as const

export const dataSessionRows = tagRows('sessions', {
  listSessions: {
    ...listing('events:read', session),
    path: '/sessions',
    summary: 'The sessions of all events, by their start',
    query: closed({
      ...syncQuery,
      eventId: Type.Optional(eventId),
      track: Type.Optional(text(200)),
      room: Type.Optional(text(200)),
      startFrom: Type.Optional(time),
      startTo: Type.Optional(time),
    }),
  },
  createSession: {
    ...creating('events:write', made(session, 'The session.', 'Of the session.')),
    path: '/sessions',
    summary: 'Adds a session to an event',
    body: jsonBody(closed({ ...sessionInput.properties, eventId })),
    problems: ['not-found'],
  },
  getSession: {
    ...reading('events:read', session, 'The session.'),
    path: SESSION,
    summary: 'A session',
  },
  updateSession: {
    ...change,
    path: SESSION,
    summary: CHANGES,
    body: patchBody(mergePatchOf(replacement)),
  },
  deleteSession: { ...deletion, path: SESSION },
})

/** Replaces a whole session, where PATCH changes single members. */
export const sessionReplacementRows = tagRows('replace', {
  replaceSession: {
    ...change,
    method: 'PUT',
    path: SESSION,
    summary: 'Writes a session anew: what is absent is cleared',
    body: jsonBody(replacement),
  },
})

/** The schedule of an event in the registration API. */
export const eventSessionRows = tagRows('events', {
  listEventSessions: {
    ...listing('events:read', session),
    path: EVENT_SESSIONS,
    summary: 'The schedule of an event',
    query: closed({
      ...syncQuery,
      track: Type.Optional(text(200)),
      room: Type.Optional(text(200)),
      status: Type.Optional(session.properties.status),
      startFrom: Type.Optional(time),
      startTo: Type.Optional(time),
    }),
  },
  getEventSession: {
    ...reading('events:read', session, 'The session.'),
    path: `${EVENT_SESSIONS}/{sessionId}`,
    summary: 'A session of an event',
  },
})

export const managedSessionRows = tagRows('manage', {
  createEventSession: {
    ...creating('events:write', made(session, 'The session.')),
    path: EVENT_SESSIONS,
    summary: 'Adds a session',
    body: jsonBody(sessionInput),
  },
  updateEventSession: {
    ...change,
    path: `${EVENT_SESSIONS}/{sessionId}`,
    summary: CHANGES,
    body: patchBody(mergePatchOf(sessionInput)),
  },
  deleteEventSession: {
    ...deletion,
    path: `${EVENT_SESSIONS}/{sessionId}`,
  },
})
