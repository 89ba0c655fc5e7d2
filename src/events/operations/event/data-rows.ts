import * as Type from 'typebox'
import { json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncListOf, syncQuery, words } from '../../lists/list-query.ts'
import { event, eventStatus } from '../../records/event.ts'
import { time } from '../../records/values.ts'
import { itemHeaders, listAnswer, path, taggedHeaders, unchanged } from '../base/rows.ts'

export const eventRows = {
  listEvents: {
    scope: 'events:read',
    method: 'GET',
    path: '/events',
    summary: 'The events of the organisation',
    query: closed({
      ...syncQuery,
      status: Type.Optional(eventStatus),
      startFrom: Type.Optional(time),
      startTo: Type.Optional(time),
      q: Type.Optional(words),
    }),
    answers: { 200: listAnswer(syncListOf(event)) },
    problems: [],
  },
  getEvent: {
    scope: 'events:read',
    method: 'GET',
    path: '/events/{eventId}',
    summary: 'An event',
    params: path('eventId'),
    headers: itemHeaders,
    answers: { 200: json(event, 'The event.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
} as const
