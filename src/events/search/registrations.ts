import { attendeeScope } from '../attendee/attendee.ts'
import type { Configuration } from '../configured.ts'
import { findRegistrationField } from './fields/fields.ts'
import type { Searched } from './search.ts'

/** The registrations of an event, as a search looks at them. */
export function amongRegistrations(configuration: Configuration): Searched {
  const { id } = configuration.event
  return {
    table: 'events_registrations',
    scopeColumn: 'event_id',
    scopeId: id,
    wordScope: attendeeScope(id),
    find: findRegistrationField(configuration),
    wordsOfAttendees: true,
  }
}
