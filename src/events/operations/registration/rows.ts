import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { listOf, pageQuery, syncQuery } from '../../lists/list-query.ts'
import {
  chosenOptions,
  enrolment,
  reason,
  registration,
  registrationInput,
  registrationOptions,
  registrationPatch,
  registrationReplacement,
  registrationStatus,
} from '../../records/registration.ts'
import { session } from '../../records/session.ts'
import { email, id, text, time } from '../../records/values.ts'
import {
  changing,
  listAnswer,
  listing,
  matchHeaders,
  onceHeaders,
  patchBody,
  reading,
  tagged,
  taggedHeaders,
  tagRows,
} from '../base/rows.ts'

const expanded = Type.Object({
  ...registration.properties,
  sessions: Type.Optional(Type.Array(session)),
  optionDetails: Type.Optional(
    Type.Array(
      Type.Object({
        optionId: id,
        name: Type.String(),
        code: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      }),
    ),
  ),
})
const read = { scope: 'registrations:read' } as const
const write = { scope: 'registrations:write' } as const
const REGISTRATION = '/api/v1/events/{eventId}/registrations/{registrationId}'
const DATA_REGISTRATION = '/registrations/{registrationId}'
const ENROLMENT = '/api/v1/events/{eventId}/sessions/{sessionId}/registrations'
const list = listing('registrations:read', registration)
const options = Type.Object({ data: registrationOptions })

const change = {
  ...changing('registrations:write', registration, 'The registration.'),
  problems: ['capacity-full', 'duplicate-registration', 'event-over', 'invalid-transition', 'session-clash'],
} as const

const transition = {
  ...write,
  method: 'POST',
  headers: { ...onceHeaders, ...matchHeaders },
  body: jsonBody(reason, { required: false }),
  answers: { 200: tagged(registration, 'The registration.') },
} as const

/** Registrations in the event data API. */
export const dataRegistrationRows = tagRows('registrations', {
  listRegistrations: {
    ...list,
    path: '/registrations',
    summary: 'The registrations of the organisation',
    query: closed({
      ...syncQuery,
      eventId: Type.Optional(text(64)),
      attendeeId: Type.Optional(text(64)),
      sessionId: Type.Optional(text(64)),
      status: Type.Optional(registrationStatus),
    }),
  },
  getRegistration: {
    ...reading('registrations:read', registration, 'The registration.'),
    path: DATA_REGISTRATION,
    summary: 'A registration',
  },
  updateRegistration: {
    ...change,
    path: DATA_REGISTRATION,
    summary: 'Change answers and the state (RFC 7396)',
    body: patchBody(registrationPatch),
  },
})

/** Operations in addition to the 13 of the original API contract. */
export const replacementRows = tagRows('replace', {
  replaceRegistration: {
    ...change,
    method: 'PUT',
    path: DATA_REGISTRATION,
    summary: 'Change everything: what is absent is cleared',
    body: jsonBody(registrationReplacement),
  },
})

/** Registrations in the registration API, below their event. */
export const registrationRows = tagRows('registrations', {
  listRegistrations: {
    ...list,
    path: '/api/v1/events/{eventId}/registrations',
    summary: 'The registrations for an event',
    query: closed({
      ...syncQuery,
      status: Type.Optional(registrationStatus),
      registrationTypeId: Type.Optional(text(64)),
      email: Type.Optional(email),
    }),
  },
  createRegistration: {
    ...write,
    method: 'POST',
    path: '/api/v1/events/{eventId}/registrations',
    summary: 'Register: confirmed, pending or in the line',
    headers: onceHeaders,
    body: jsonBody(registrationInput),
    answers: {
      201: json(registration, 'Registered.', {
        headers: { Location: 'Of the registration.', ...taggedHeaders },
      }),
    },
    problems: ['capacity-full', 'duplicate-registration', 'registration-closed', 'session-clash'],
  },
  getRegistration: {
    ...reading('registrations:read', expanded, 'The registration.'),
    path: REGISTRATION,
    summary: 'A registration',
    query: closed({
      expand: Type.Optional(
        Type.String({ pattern: '^(attendees|options|sessions)(,(attendees|options|sessions))*$' }),
      ),
    }),
  },
  updateRegistration: {
    ...change,
    path: REGISTRATION,
    summary: 'Change a registration (RFC 7396)',
    body: patchBody(registrationPatch),
  },
  cancelRegistration: {
    ...transition,
    path: `${REGISTRATION}/cancel`,
    summary: 'Cancel: what it held goes to the line at once',
    problems: ['invalid-transition'],
  },
  approveRegistration: {
    ...transition,
    path: `${REGISTRATION}/approve`,
    summary: 'Approve: a place is taken now',
    problems: ['capacity-full', 'event-over', 'invalid-transition'],
  },
  declineRegistration: {
    ...transition,
    path: `${REGISTRATION}/decline`,
    summary: 'Decline',
    problems: ['invalid-transition'],
  },
  listRegistrationOptions: {
    ...read,
    method: 'GET',
    path: `${REGISTRATION}/options`,
    summary: 'The options of a registration',
    answers: { 200: json(options, 'The options.') },
  },
  replaceRegistrationOptions: {
    ...write,
    method: 'PUT',
    path: `${REGISTRATION}/options`,
    summary: 'Give the old options back and take the new in one step',
    headers: matchHeaders,
    body: jsonBody(closed({ options: chosenOptions })),
    answers: { 200: json(options, 'The options.') },
    problems: ['capacity-full', 'session-clash', 'invalid-transition'],
  },
  listSessionRegistrations: {
    ...read,
    method: 'GET',
    path: ENROLMENT,
    summary: 'Who is enrolled in a session',
    query: closed({ ...pageQuery, status: Type.Optional(enrolment.properties.status) }),
    answers: { 200: listAnswer(listOf(enrolment)) },
  },
  enrolRegistration: {
    ...write,
    method: 'PUT',
    path: `${ENROLMENT}/{registrationId}`,
    summary: 'Enrol all attendees of a registration in a session',
    answers: { 201: json(enrolment, 'Enrolled.'), 200: json(enrolment, 'Enrolled before.') },
    problems: ['capacity-full', 'session-clash', 'session-closed', 'invalid-transition'],
  },
  removeEnrolment: {
    ...write,
    method: 'DELETE',
    path: `${ENROLMENT}/{registrationId}`,
    summary: 'Take a registration out of a session',
    answers: { 204: empty('Removed.') },
    problems: ['comes-with-option', 'invalid-transition'],
  },
})

/** Operations in addition to the 38 of the original API contract. */
export const historyRows = tagRows('beyond', {
  withdrawLink: {
    ...write,
    method: 'POST',
    path: `${REGISTRATION}/withdrawlink`,
    summary: 'Withdraw the link of a registration and mail a new one',
    description:
      'The link in earlier mails and the tickets of all attendees stop working at once. The registrant of a live registration is mailed the new link.',
    headers: matchHeaders,
    answers: { 204: empty('Withdrawn.') },
  },
  listRegistrationHistory: {
    ...read,
    method: 'GET',
    path: `${REGISTRATION}/history`,
    summary: 'What became of a registration, and by whom',
    answers: {
      200: json(
        Type.Object({
          data: Type.Array(Type.Object({ at: time, action: Type.String(), actor: Type.String() })),
        }),
        'The oldest first.',
      ),
    },
  },
})
