import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { mergePatchOf } from '../../../kernel/contract/merge-patch.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncListOf, syncQuery } from '../../lists/list-query.ts'
import { type SessionPatch, session, sessionInput } from '../../records/session.ts'
import { text, time } from '../../records/values.ts'
import {
  itemHeaders,
  listAnswer,
  matchHeaders,
  onceHeaders,
  patchTypes,
  path,
  taggedHeaders,
  unchanged,
} from '../base/rows.ts'

const eventId = text(64)
/** A session cannot move to another event: the request may name its event, but no other. */
const replacement = closed({ ...sessionInput.properties, eventId: Type.Optional(eventId) })
const written = json(session, 'The session.', { headers: taggedHeaders })

export const sessionRows = {
  listSessions: {
    scope: 'events:read',
    method: 'GET',
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
    answers: { 200: listAnswer(syncListOf(session)) },
    problems: [],
  },
  createSession: {
    scope: 'events:write',
    method: 'POST',
    path: '/sessions',
    summary: 'Adds a session to an event',
    headers: onceHeaders,
    body: jsonBody(closed({ ...sessionInput.properties, eventId })),
    answers: {
      201: json(session, 'The session.', { headers: { ...taggedHeaders, Location: 'Of the session.' } }),
    },
    problems: ['not-found', 'idempotency-in-progress'],
  },
  getSession: {
    scope: 'events:read',
    method: 'GET',
    path: '/sessions/{sessionId}',
    summary: 'A session',
    params: path('sessionId'),
    headers: itemHeaders,
    answers: { 200: written, 304: unchanged },
    problems: ['not-found'],
  },
  updateSession: {
    scope: 'events:write',
    method: 'PATCH',
    path: '/sessions/{sessionId}',
    summary: 'Changes members of a session (JSON merge patch)',
    params: path('sessionId'),
    headers: matchHeaders,
    body: jsonBody(mergePatchOf<SessionPatch & { eventId?: string }>(replacement), {
      contentTypes: patchTypes,
    }),
    answers: { 200: written },
    problems: ['not-found', 'capacity-below-enrolled', 'version-changed'],
  },
  deleteSession: {
    scope: 'events:write',
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    summary: 'Deletes a session; with force=true also where people are enrolled',
    description:
      'The session is gone at once. Where hundreds are enrolled, their enrolments end in the background: until then their attendees still name it.',
    params: path('sessionId'),
    query: closed({ force: Type.Optional(Type.Boolean({ description: 'Cancels the enrolments.' })) }),
    headers: matchHeaders,
    answers: { 204: empty('It is deleted.') },
    problems: ['not-found', 'session-has-enrolments', 'version-changed'],
  },
} as const

/** Replaces a whole session, where PATCH changes single members. */
export const sessionReplacementRows = {
  replaceSession: {
    scope: 'events:write',
    method: 'PUT',
    path: '/sessions/{sessionId}',
    summary: 'Writes a session anew: what is absent is cleared',
    params: path('sessionId'),
    headers: matchHeaders,
    body: jsonBody(replacement),
    answers: { 200: written },
    problems: ['not-found', 'capacity-below-enrolled', 'version-changed'],
  },
} as const
