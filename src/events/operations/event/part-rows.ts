import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { mergePatchOf } from '../../../kernel/contract/merge-patch.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { formInput } from '../../form/definition.ts'
import { type GroupPatch, groupInput, optionGroup } from '../../records/option.ts'
import { type SessionPatch, session, sessionInput } from '../../records/session.ts'
import { registrationType, type TypePatch, typeInput } from '../../records/type.ts'
import { patchTypes, path, taggedHeaders } from '../base/rows.ts'
import { change, creation, madeHeaders, removal } from './manage-rows.ts'
import { registrationForm } from './registration-rows.ts'

const merged = { contentTypes: patchTypes }
/** Maximum size of a request: room for the 200 options that a group may have. */
const groupBytes = { maxBytes: 200_000 }

export const typeRows = {
  createRegistrationType: {
    ...creation,
    path: '/api/v1/events/{eventId}/registrationtypes',
    summary: 'Adds a registration type',
    params: path('eventId'),
    body: jsonBody(typeInput),
    answers: { 201: json(registrationType, 'The type.', { headers: madeHeaders }) },
    problems: ['not-found', 'idempotency-in-progress'],
  },
  updateRegistrationType: {
    ...change,
    path: '/api/v1/events/{eventId}/registrationtypes/{registrationTypeId}',
    summary: 'Changes members of a registration type (JSON merge patch)',
    params: path('eventId', 'registrationTypeId'),
    body: jsonBody(mergePatchOf<TypePatch>(typeInput), merged),
    answers: { 200: json(registrationType, 'The type.', { headers: taggedHeaders }) },
    problems: ['not-found', 'version-changed'],
  },
  deleteRegistrationType: {
    ...removal,
    path: '/api/v1/events/{eventId}/registrationtypes/{registrationTypeId}',
    summary: 'Deletes a registration type that no live registration has',
    params: path('eventId', 'registrationTypeId'),
    problems: ['not-found', 'in-use', 'version-changed'],
  },
} as const

export const groupRows = {
  createOptionGroup: {
    ...creation,
    path: '/api/v1/events/{eventId}/registrationoptiongroups',
    summary: 'Adds an option group with its options',
    params: path('eventId'),
    body: jsonBody(groupInput, groupBytes),
    answers: { 201: json(optionGroup, 'The group.', { headers: madeHeaders }) },
    problems: ['not-found', 'idempotency-in-progress'],
  },
  updateOptionGroup: {
    ...change,
    path: '/api/v1/events/{eventId}/registrationoptiongroups/{optionGroupId}',
    summary: 'Changes members of an option group (JSON merge patch)',
    description:
      '`options` replaces all options: those with an `id` are kept, those without are new, those that are not named are removed, where no live registration holds them.',
    params: path('eventId', 'optionGroupId'),
    body: jsonBody(mergePatchOf<GroupPatch>(groupInput), { ...merged, ...groupBytes }),
    answers: { 200: json(optionGroup, 'The group.', { headers: taggedHeaders }) },
    problems: ['not-found', 'in-use', 'version-changed'],
  },
  deleteOptionGroup: {
    ...removal,
    path: '/api/v1/events/{eventId}/registrationoptiongroups/{optionGroupId}',
    summary: 'Deletes an option group of which no live registration holds an option',
    params: path('eventId', 'optionGroupId'),
    problems: ['not-found', 'in-use', 'version-changed'],
  },
} as const

export const formRows = {
  saveRegistrationForm: {
    scope: 'events:write',
    method: 'PUT',
    path: '/api/v1/events/{eventId}/registrationform',
    summary: 'Writes a new version of the form, for every type or for one',
    description:
      'Registrations keep the version that they were made with; fields and choices keep their ids by name.',
    params: path('eventId'),
    headers: { 'If-Match': 'The version that the caller changes, quoted: 412 where there is a newer one.' },
    body: jsonBody(formInput, { maxBytes: 1_000_000 }),
    answers: { 200: json(registrationForm, 'The form.') },
    problems: ['not-found', 'version-changed'],
  },
} as const

export const sessionRows = {
  createEventSession: {
    ...creation,
    path: '/api/v1/events/{eventId}/sessions',
    summary: 'Adds a session',
    params: path('eventId'),
    body: jsonBody(sessionInput),
    answers: { 201: json(session, 'The session.', { headers: madeHeaders }) },
    problems: ['not-found', 'idempotency-in-progress'],
  },
  updateEventSession: {
    ...change,
    path: '/api/v1/events/{eventId}/sessions/{sessionId}',
    summary: 'Changes members of a session (JSON merge patch)',
    params: path('eventId', 'sessionId'),
    body: jsonBody(mergePatchOf<SessionPatch>(sessionInput), merged),
    answers: { 200: json(session, 'The session.', { headers: taggedHeaders }) },
    problems: ['not-found', 'capacity-below-enrolled', 'version-changed'],
  },
  deleteEventSession: {
    ...removal,
    path: '/api/v1/events/{eventId}/sessions/{sessionId}',
    summary: 'Deletes a session; with force=true also where people are enrolled',
    description:
      'The session is gone at once. Where hundreds are enrolled, their enrolments end in the background: until then their attendees still name it.',
    params: path('eventId', 'sessionId'),
    query: closed({ force: Type.Optional(Type.Boolean({ description: 'Cancels the enrolments.' })) }),
    problems: ['not-found', 'session-has-enrolments', 'version-changed'],
  },
} as const
