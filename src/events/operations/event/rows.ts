import * as Type from 'typebox'
import { jsonOrText } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { answeredSection } from '../../form/definition.ts'
import { listOf, pageQuery, streamTypes, syncQuery, words } from '../../lists/list-query.ts'
import { event, eventStatus, format } from '../../records/event.ts'
import { optionGroup } from '../../records/option.ts'
import { session } from '../../records/session.ts'
import { registrationType } from '../../records/type.ts'
import { id, idList, idOrNull, time } from '../../records/values.ts'
import { listing, reading, tagRows } from '../base/rows.ts'

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
const wholeOrPage = <S extends Type.TSchema>(schema: S) =>
  jsonOrText(schema, 'The page.', { otherTypes: streamTypes })
const read = { scope: 'events:read', method: 'GET' } as const
const list = listing('events:read', event)
const found = {
  startFrom: Type.Optional(time),
  startTo: Type.Optional(time),
  q: Type.Optional(words),
}

/** Events in the event data API. */
export const dataEventRows = tagRows('events', {
  listEvents: {
    ...list,
    path: '/events',
    summary: 'The events of the organisation',
    query: closed({ ...syncQuery, status: Type.Optional(eventStatus), ...found }),
  },
  getEvent: {
    ...reading('events:read', event, 'The event.'),
    path: '/events/{eventId}',
    summary: 'An event',
  },
})

/** Events and their parts in the registration API. */
export const eventRows = tagRows('events', {
  listEvents: {
    ...list,
    path: '/api/v1/events',
    summary: 'The events that the key sees',
    query: closed({
      ...syncQuery,
      status: Type.Optional(eventStatus),
      format: Type.Optional(format),
      ...found,
    }),
  },
  getEvent: {
    ...reading('events:read', expanded, 'The event.'),
    path: '/api/v1/events/{eventId}',
    summary: 'An event',
    query: closed({
      expand: Type.Optional(
        Type.String({ pattern: '^(registrationTypes|sessions)(,(registrationTypes|sessions))*$' }),
      ),
    }),
  },
  listRegistrationTypes: {
    ...read,
    path: '/api/v1/events/{eventId}/registrationtypes',
    summary: 'The registration types of an event',
    query: closed(pageQuery),
    answers: { 200: wholeOrPage(listOf(registrationType)) },
  },
  getRegistrationType: {
    ...reading('events:read', registrationType, 'The type.'),
    path: '/api/v1/events/{eventId}/registrationtypes/{registrationTypeId}',
    summary: 'A registration type',
  },
  listOptionGroups: {
    ...read,
    path: '/api/v1/events/{eventId}/registrationoptiongroups',
    summary: 'The option groups of an event, with what is left of each option',
    query: closed(pageQuery),
    answers: { 200: wholeOrPage(listOf(optionGroup)) },
  },
  getOptionGroup: {
    ...reading('events:read', optionGroup, 'The group.'),
    path: '/api/v1/events/{eventId}/registrationoptiongroups/{optionGroupId}',
    summary: 'An option group',
  },
  getRegistrationForm: {
    ...read,
    orScope: 'registrations:read',
    path: '/api/v1/events/{eventId}/registrations/registrationform',
    summary: 'What a registration is asked; as a JSON Schema too',
    query: closed({
      registrationTypeId: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'Left out: the only type, if the event has one. Empty: the form for every type.',
        }),
      ),
    }),
    answers: {
      200: jsonOrText(registrationForm, 'The form.', { otherTypes: ['application/schema+json'] }),
    },
  },
})
