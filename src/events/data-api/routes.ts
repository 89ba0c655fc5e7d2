import { type Api, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import type { EventsParts } from '../events.ts'
import { attendeeRoutes } from '../operations/attendee/routes.ts'
import { authenticateKey, eventsApi } from '../operations/base/api.ts'
import { dataEventRoutes } from '../operations/event/routes.ts'
import { dataRegistrationRoutes } from '../operations/registration/data-routes.ts'
import { dataSessionRoutes } from '../operations/session/routes.ts'
import { operations } from './operations.ts'

type Operations = typeof operations

export function describeEventData(url: string): Api & { operations: Operations } {
  return {
    ...eventsApi,
    name: 'eventdata',
    title: 'Lanyard event data',
    summary: 'Events, attendees, sessions and registrations, to sync into CRMs and reports.',
    basePath: '/eventdata',
    url,
    operations,
    tags: {
      events: 'Events, as your API key may read them.',
      attendees: 'The people who attend.',
      replace: 'Replace a whole record instead of some of its members.',
      sessions: 'The sessions of an event.',
      registrations: 'Registrations with their attendees.',
    },
  }
}

export function serveEventData({ service, keyring }: EventsParts): ServedApi {
  const handlers: Handlers<Operations> = {
    ...dataEventRoutes(service),
    ...attendeeRoutes(service),
    ...dataSessionRoutes(service),
    ...dataRegistrationRoutes(service),
  }
  return serveApi(describeEventData(service.urls.data), handlers, authenticateKey(keyring))
}
