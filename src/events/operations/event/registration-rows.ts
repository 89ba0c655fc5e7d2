import * as Type from 'typebox'
import { json, jsonOrText } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { answeredSection } from '../../form/definition.ts'
import { listOf, pageQuery, syncListOf, syncQuery, words } from '../../lists/list-query.ts'
import { event, eventStatus, format } from '../../records/event.ts'
import { optionGroup } from '../../records/option.ts'
import { session } from '../../records/session.ts'
import { registrationType } from '../../records/type.ts'
import { id, idList, idOrNull, text, time } from '../../records/values.ts'
import { itemHeaders, listAnswer, path, taggedHeaders, unchanged } from '../base/rows.ts'

const expanded = Type.Object({
  ...event.properties,
  registrationTypes: Type.Optional(Type.Array(registrationType)),
  sessions: Type.Optional(Type.Array(session)),
})
export const registrationForm = Type.Object({
  eventId: id,
  registrationTypeId: idOrNull,
  version: Type.Integer(),
  open: Type.Boolean({ description: 'Whether a registration is taken now.' }),
  sections: Type.Array(answeredSection),
  optionGroupIds: idList,
  sessionSelection: Type.Object({
    min: Type.Integer(),
    max: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
})
const read = { scope: 'events:read' } as const

/** Events and their parts. */
export const eventRows = {
  listEvents: {
    ...read,
    method: 'GET',
    path: '/api/v1/events',
    summary: 'The events that the key sees',
    query: closed({
      ...syncQuery,
      status: Type.Optional(eventStatus),
      format: Type.Optional(format),
      startFrom: Type.Optional(time),
      startTo: Type.Optional(time),
      q: Type.Optional(words),
    }),
    answers: { 200: listAnswer(syncListOf(event)) },
    problems: [],
  },
  getEvent: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}',
    summary: 'An event',
    params: path('eventId'),
    query: closed({
      expand: Type.Optional(
        Type.String({ pattern: '^(registrationTypes|sessions)(,(registrationTypes|sessions))*$' }),
      ),
    }),
    headers: itemHeaders,
    answers: { 200: json(expanded, 'The event.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  listRegistrationTypes: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}/registrationtypes',
    summary: 'The registration types of an event',
    params: path('eventId'),
    query: closed(pageQuery),
    answers: { 200: json(listOf(registrationType), 'The page.') },
    problems: ['not-found'],
  },
  getRegistrationType: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}/registrationtypes/{registrationTypeId}',
    summary: 'A registration type',
    params: path('eventId', 'registrationTypeId'),
    headers: itemHeaders,
    answers: { 200: json(registrationType, 'The type.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  listOptionGroups: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}/registrationoptiongroups',
    summary: 'The option groups of an event, with what is left of each option',
    params: path('eventId'),
    query: closed(pageQuery),
    answers: { 200: json(listOf(optionGroup), 'The page.') },
    problems: ['not-found'],
  },
  getOptionGroup: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}/registrationoptiongroups/{optionGroupId}',
    summary: 'An option group',
    params: path('eventId', 'optionGroupId'),
    headers: itemHeaders,
    answers: { 200: json(optionGroup, 'The group.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  getRegistrationForm: {
    ...read,
    orScope: 'registrations:read',
    method: 'GET',
    path: '/api/v1/events/{eventId}/registrations/registrationform',
    summary: 'What a registration is asked; as a JSON Schema too',
    params: path('eventId'),
    query: closed({ registrationTypeId: Type.Optional(text(64)) }),
    answers: {
      200: jsonOrText(registrationForm, 'The form.', { otherTypes: ['application/schema+json'] }),
    },
    problems: ['not-found'],
  },
  listEventSessions: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}/sessions',
    summary: 'The schedule of an event',
    params: path('eventId'),
    query: closed({
      ...syncQuery,
      track: Type.Optional(text(200)),
      room: Type.Optional(text(200)),
      status: Type.Optional(session.properties.status),
      startFrom: Type.Optional(time),
      startTo: Type.Optional(time),
    }),
    answers: { 200: listAnswer(syncListOf(session)) },
    problems: ['not-found'],
  },
  getEventSession: {
    ...read,
    method: 'GET',
    path: '/api/v1/events/{eventId}/sessions/{sessionId}',
    summary: 'A session of an event',
    params: path('eventId', 'sessionId'),
    headers: itemHeaders,
    answers: { 200: json(session, 'The session.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
} as const
