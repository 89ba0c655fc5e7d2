import type { TObject } from 'typebox'
import type { Handlers } from '../../../kernel/contract/operation.ts'
import { attendeeScope, presentAttendees } from '../../attendee/attendee.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import { eventScope } from '../../configuration/event.ts'
import { contactAnswer, contactScope } from '../../contact/contact.ts'
import { getContactList } from '../../contact/contact-list.ts'
import type { Events } from '../../events.ts'
import type { Paging } from '../../lists/list-query.ts'
import { attendee } from '../../records/attendee.ts'
import { contact } from '../../records/contact.ts'
import { registration } from '../../records/registration.ts'
import type { AttendeeRow, ContactRow, EventRow, RegistrationRow } from '../../records/tables.ts'
import { presentRegistrations } from '../../registration/registration.ts'
import {
  findAttendeeField,
  findContactField,
  findEventField,
  findRegistrationField,
} from '../../search/fields/fields.ts'
import { searchRecords } from '../../search/search.ts'
import { type SearchInput, someOf } from '../../search/search-schema.ts'
import { writePage } from '../base/list-answer.ts'
import { eventPresentation } from '../event/answer.ts'
import type { searchRows } from './rows.ts'

export function searchRoutes(service: Events): Handlers<typeof searchRows> {
  return {
    searchEvents: async ({ body: input, principal }) => {
      const searched = eventsOf(principal.organisationId)
      const presentation = eventPresentation(service)
      const body = await searchRecords<EventRow, object>(service, { input, searched }, presentation)
      return answer(body, input, presentation.schema)
    },
    searchRegistrations: async ({ body: input, params, principal }) => {
      const configuration = await getConfiguration(service, principal.organisationId, params.eventId)
      const searched = {
        ...inEvent('events_registrations', configuration.event.id),
        find: findRegistrationField(configuration),
        wordsOfAttendees: true,
      }
      const present = (rows: readonly RegistrationRow[]) => presentRegistrations(service, rows)
      const body = await searchRecords(service, { input, searched }, { schema: registration, present })
      return answer(body, input, registration)
    },
    searchAttendees: async ({ body: input, params, principal }) => {
      const configuration = await getConfiguration(service, principal.organisationId, params.eventId)
      const searched = {
        ...inEvent('events_attendees', configuration.event.id),
        find: findAttendeeField(configuration),
      }
      const present = (rows: readonly AttendeeRow[]) => presentAttendees(service, rows)
      const body = await searchRecords(service, { input, searched }, { schema: attendee, present })
      return answer(body, input, attendee)
    },
    searchContacts: async ({ body: input, params, principal }) => {
      const list = await getContactList(service, principal.organisationId, params.contactListId)
      const searched = contactsOf(list.id)
      const present = (rows: readonly ContactRow[]) => rows.map(contactAnswer)
      const body = await searchRecords(service, { input, searched }, { schema: contact, present })
      return answer(body, input, contact)
    },
  }
}

function answer(
  { data, paging }: { data: readonly object[]; paging: Paging },
  { fields }: SearchInput,
  schema: TObject,
) {
  return {
    status: 200,
    body: writePage(data, paging, fields === undefined ? schema : someOf(schema)),
  } as const
}

function eventsOf(organisationId: string) {
  return {
    table: 'events_events',
    scopeColumn: 'organisation_id',
    scopeId: organisationId,
    find: findEventField,
    wordScope: eventScope(organisationId),
  } as const
}

function contactsOf(listId: string) {
  return {
    table: 'events_contacts',
    scopeColumn: 'list_id',
    scopeId: listId,
    find: findContactField,
    wordScope: contactScope(listId),
  } as const
}

function inEvent<T extends string>(table: T, eventId: string) {
  return { table, scopeColumn: 'event_id' as const, scopeId: eventId, wordScope: attendeeScope(eventId) }
}
