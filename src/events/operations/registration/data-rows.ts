import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncListOf, syncQuery } from '../../lists/list-query.ts'
import {
  registration,
  registrationPatch,
  registrationReplacement,
  registrationStatus,
} from '../../records/registration.ts'
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

const REGISTRATION = '/registrations/{registrationId}'
const changed = { 200: json(registration, 'The registration.', { headers: taggedHeaders }) }
const changeProblems = [
  'not-found',
  'capacity-full',
  'duplicate-registration',
  'event-over',
  'invalid-transition',
  'session-clash',
  'version-changed',
] as const

export const registrationRows = {
  listRegistrations: {
    scope: 'registrations:read',
    method: 'GET',
    path: '/registrations',
    summary: 'The registrations of the organisation',
    query: closed({
      ...syncQuery,
      eventId: Type.Optional(text(64)),
      attendeeId: Type.Optional(text(64)),
      sessionId: Type.Optional(text(64)),
      status: Type.Optional(registrationStatus),
    }),
    answers: { 200: listAnswer(syncListOf(registration)) },
    problems: [],
  },
  getRegistration: {
    scope: 'registrations:read',
    method: 'GET',
    path: REGISTRATION,
    summary: 'A registration',
    params: path('registrationId'),
    headers: itemHeaders,
    answers: { 200: json(registration, 'The registration.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  updateRegistration: {
    scope: 'registrations:write',
    method: 'PATCH',
    path: REGISTRATION,
    summary: 'Change answers and the state (RFC 7396)',
    params: path('registrationId'),
    headers: matchHeaders,
    body: jsonBody(registrationPatch, { contentTypes: patchTypes }),
    answers: changed,
    problems: changeProblems,
  },
} as const

/** Operations in addition to the 13 of the original API contract. */
export const replacementRows = {
  replaceRegistration: {
    scope: 'registrations:write',
    method: 'PUT',
    path: REGISTRATION,
    summary: 'Change everything: what is absent is cleared',
    params: path('registrationId'),
    headers: matchHeaders,
    body: jsonBody(registrationReplacement),
    answers: changed,
    problems: changeProblems,
  },
} as const
