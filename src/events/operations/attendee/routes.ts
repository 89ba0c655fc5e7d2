import type { Handlers } from '../../../kernel/contract/operation.ts'
import { getEvent } from '../../configuration/event.ts'
import { findEvent } from '../../configuration/event-store.ts'
import type { Events } from '../../events.ts'
import { answerList } from '../base/list-answer.ts'
import { answerAttendee, answerChange, attendeeList, attendeePresentation } from './answer.ts'
import type { attendeeReplaceRows, attendeeRows, eventAttendeeRows } from './rows.ts'

type Rows = typeof attendeeRows & typeof attendeeReplaceRows

export function attendeeRoutes(service: Events): Handlers<Rows> {
  return {
    listAttendees: async (request) => {
      const { query, principal } = request
      const { organisationId } = principal
      const ownEvent =
        query.eventId !== undefined &&
        (await findEvent(service.database, organisationId, query.eventId)) !== undefined
      const list = attendeeList(service, { query, principal, ownEvent })
      return answerList(service, request, list, attendeePresentation(service))
    },
    getAttendee: (request) => answerAttendee(service, request),
    updateAttendee: (request) => answerChange(service, request, { whole: false }),
    replaceAttendee: (request) => answerChange(service, request, { whole: true }),
  }
}

export function eventAttendeeRoutes(service: Events): Handlers<typeof eventAttendeeRows> {
  return {
    listEventAttendees: async (request) => {
      const { params, principal } = request
      await getEvent(service, principal.organisationId, params.eventId)
      const query = { ...request.query, eventId: params.eventId }
      const list = attendeeList(service, { query, principal, ownEvent: true })
      return answerList(service, request, list, attendeePresentation(service))
    },
    getEventAttendee: (request) => answerAttendee(service, request),
    updateEventAttendee: (request) => answerChange(service, request, { whole: false }),
  }
}
