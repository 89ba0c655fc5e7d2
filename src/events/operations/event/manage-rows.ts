import { jsonBody } from '../../../kernel/contract/body.ts'
import { mergePatchOf } from '../../../kernel/contract/merge-patch.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { formInput } from '../../form/definition.ts'
import { event, eventInput } from '../../records/event.ts'
import { groupInput, optionGroup } from '../../records/option.ts'
import { registrationType, typeInput } from '../../records/type.ts'
import { changing, creating, made, patchBody, removing, tagRows } from '../base/rows.ts'
import { registrationForm } from './rows.ts'

/** Maximum size of a request: room for the 200 options that a group may have. */
const groupBytes = { maxBytes: 200_000 }

export const managedEventRows = tagRows('manage', {
  createEvent: {
    ...creating('events:write', made(event, 'The event.')),
    path: '/api/v1/events',
    summary: 'Makes an event',
    body: jsonBody(eventInput),
    problems: ['code-taken'],
  },
  updateEvent: {
    ...changing('events:write', event, 'The event.'),
    path: '/api/v1/events/{eventId}',
    summary: 'Changes members of an event (JSON merge patch)',
    description:
      'A capacity below what is sold stops the sale and takes nothing away; a raised one lets those in who wait. A draft becomes published, cancelled or archived; published and closed ones become each other, completed, cancelled or archived; completed and cancelled ones are archived. Every other change of status is refused.',
    body: patchBody(mergePatchOf(eventInput)),
    problems: ['code-taken', 'invalid-transition'],
  },
  deleteEvent: {
    ...removing('events:write'),
    path: '/api/v1/events/{eventId}',
    summary: 'Deletes an event that has no live registration',
    description:
      'Erases its people: names, addresses, answers, notes, history and attendance. Tombstones without anything personal stay for those who sync.',
    problems: ['in-use'],
  },
})

export const typeRows = tagRows('manage', {
  createRegistrationType: {
    ...creating('events:write', made(registrationType, 'The type.')),
    path: '/api/v1/events/{eventId}/registrationtypes',
    summary: 'Adds a registration type',
    body: jsonBody(typeInput),
  },
  updateRegistrationType: {
    ...changing('events:write', registrationType, 'The type.'),
    path: '/api/v1/events/{eventId}/registrationtypes/{registrationTypeId}',
    summary: 'Changes members of a registration type (JSON merge patch)',
    body: patchBody(mergePatchOf(typeInput)),
  },
  deleteRegistrationType: {
    ...removing('events:write'),
    path: '/api/v1/events/{eventId}/registrationtypes/{registrationTypeId}',
    summary: 'Deletes a registration type that no live registration has',
    problems: ['in-use'],
  },
})

export const groupRows = tagRows('manage', {
  createOptionGroup: {
    ...creating('events:write', made(optionGroup, 'The group.')),
    path: '/api/v1/events/{eventId}/registrationoptiongroups',
    summary: 'Adds an option group with its options',
    body: jsonBody(groupInput, groupBytes),
  },
  updateOptionGroup: {
    ...changing('events:write', optionGroup, 'The group.'),
    path: '/api/v1/events/{eventId}/registrationoptiongroups/{optionGroupId}',
    summary: 'Changes members of an option group (JSON merge patch)',
    description:
      '`options` replaces all options: those with an `id` are kept, those without are new, those that are not named are removed, where no live registration holds them.',
    body: patchBody(mergePatchOf(groupInput), groupBytes),
    problems: ['in-use'],
  },
  deleteOptionGroup: {
    ...removing('events:write'),
    path: '/api/v1/events/{eventId}/registrationoptiongroups/{optionGroupId}',
    summary: 'Deletes an option group of which no live registration holds an option',
    problems: ['in-use'],
  },
})

export const formRows = tagRows('manage', {
  saveRegistrationForm: {
    scope: 'events:write',
    method: 'PUT',
    path: '/api/v1/events/{eventId}/registrationform',
    summary: 'Writes a new version of the form, for every type or for one',
    description:
      'Registrations keep the version that they were made with; fields and choices keep their ids by name.',
    headers: { 'If-Match': 'The version that the caller changes, quoted: 412 where there is a newer one.' },
    body: jsonBody(formInput, { maxBytes: 1_000_000 }),
    answers: { 200: json(registrationForm, 'The form.') },
  },
})
