import type { Handlers } from '../../kernel/contract/operation.ts'
import { getAttendee } from '../attendee/attendee.ts'
import { getEvent } from '../configuration/event.ts'
import type { Events } from '../events.ts'
import { answerAttendee, answerChange, attendeeList, attendeePresentation } from '../wire/attendee-answer.ts'
import { answerList } from '../wire/list-answer.ts'
import type { tagRows } from '../wire/tag.ts'
import type { attendeeRows } from './attendee-rows.ts'

type Rows = ReturnType<typeof tagRows<typeof attendeeRows>>

export function attendeeRoutes(service: Events): Handlers<Rows> {
  return {
    listEventAttendees: async (request) => {
      const { eventId } = request.params
      await getEvent(service, request.principal.organisationId, eventId)
      const query = { ...request.query, eventId }
      const list = attendeeList(service, { query, principal: request.principal, ownEvent: true })
      return answerList(service, request, list, attendeePresentation(service))
    },
    getEventAttendee: async ({ params, principal, header }) =>
      answerAttendee(service, header, await getAttendee(service, principal.organisationId, params)),
    updateEventAttendee: (request) => answerChange(service, request, { whole: false }),
  }
}
