import { type Api, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import type { Events, EventsParts } from '../events.ts'
import { attendanceRoutes, checkInRoutes } from '../operations/attendance/registration-routes.ts'
import { eventAttendeeRoutes } from '../operations/attendee/routes.ts'
import { authenticateKey, eventsApi } from '../operations/base/api.ts'
import { calendarRoutes } from '../operations/calendar/routes.ts'
import { contactListRoutes, contactRoutes } from '../operations/contact/routes.ts'
import { formRoutes, groupRoutes, managedEventRoutes, typeRoutes } from '../operations/event/manage-routes.ts'
import { eventRoutes } from '../operations/event/routes.ts'
import { enrolmentRoutes } from '../operations/registration/enrolment-routes.ts'
import { registrationRoutes } from '../operations/registration/registration-routes.ts'
import { searchRoutes } from '../operations/search/routes.ts'
import { eventSessionRoutes } from '../operations/session/routes.ts'
import { ticketRoutes } from '../operations/ticket/routes.ts'
import { operations } from './operations.ts'

type Operations = typeof operations

export function describeRegistration(url: string): Api & { operations: Operations } {
  return {
    ...eventsApi,
    name: 'registration',
    title: 'Lanyard event registration',
    summary: 'Registrations with forms, options, capacity and waiting lists; attendance; contact lists.',
    basePath: '/registration',
    url,
    operations,
    tags: {
      events: 'Events with their registration types, options, form and sessions.',
      registrations: 'Register, change, approve and cancel, and enrol in sessions.',
      beyond: 'History, check-in and tickets.',
      attendees: 'The people of the registrations of an event.',
      attendance: 'Who has checked in.',
      contacts: 'Contact lists and their contacts.',
      manage: 'Create, change and delete events and what belongs to them.',
      search: 'Structured search.',
      calendar: 'The schedule of an event as a calendar.',
    },
  }
}

export function serveRegistration({ service, keyring }: EventsParts): ServedApi {
  const api = describeRegistration(service.urls.registration)
  return serveApi(api, registrationHandlers(service), authenticateKey(keyring))
}

export function registrationHandlers(service: Events): Handlers<Operations> {
  return {
    ...eventRoutes(service),
    ...eventSessionRoutes(service),
    ...registrationRoutes(service),
    ...enrolmentRoutes(service),
    ...eventAttendeeRoutes(service),
    ...attendanceRoutes(service),
    ...checkInRoutes(service),
    ...ticketRoutes(service),
    ...contactRoutes(service),
    ...contactListRoutes(service),
    ...searchRoutes(service),
    ...managedEventRoutes(service),
    ...typeRoutes(service),
    ...groupRoutes(service),
    ...formRoutes(service),
    ...calendarRoutes(service),
  }
}
