import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { attendee } from '../../records/attendee.ts'
import { contact } from '../../records/contact.ts'
import { event } from '../../records/event.ts'
import { registration } from '../../records/registration.ts'
import { searchInput, searchPageOf } from '../../search/search-schema.ts'
import { tagRows } from '../base/rows.ts'

/** JSON nesting limit, high enough that a filter that is too deep gets a helpful error. */
const DEEPEST = 2_000
const asked = { method: 'POST', body: jsonBody(searchInput, { maxDepth: DEEPEST }) } as const

export const searchRows = tagRows('search', {
  searchEvents: {
    ...asked,
    scope: 'events:read',
    path: '/api/v1/events/search',
    summary: 'Search events by their members',
    answers: { 200: json(searchPageOf(event), 'The page.') },
    problems: ['search-too-broad'],
  },
  searchRegistrations: {
    ...asked,
    scope: 'registrations:read',
    path: '/api/v1/events/{eventId}/registrations/search',
    summary: 'Search registrations by their members, answers and attendees',
    answers: { 200: json(searchPageOf(registration), 'The page.') },
    problems: ['search-too-broad'],
  },
  searchAttendees: {
    ...asked,
    scope: 'registrations:read',
    path: '/api/v1/events/{eventId}/attendees/search',
    summary: 'Search attendees by their members and answers',
    answers: { 200: json(searchPageOf(attendee), 'The page.') },
    problems: ['search-too-broad'],
  },
  searchContacts: {
    ...asked,
    scope: 'contacts:read',
    path: '/api/v1/contactlists/{contactListId}/contacts/search',
    summary: 'Search the contacts of a list by their members',
    answers: { 200: json(searchPageOf(contact), 'The page.') },
    problems: ['search-too-broad'],
  },
})
