import type { Handlers } from '../../../kernel/contract/operation.ts'
import { getAttendee } from '../../attendee/attendee.ts'
import { getEvent } from '../../configuration/event.ts'
import type { Events } from '../../events.ts'
import { answerList } from '../base/list-answer.ts'
import type { tagRows } from '../base/tag.ts'
import { answerAttendee, answerChange, attendeeList, attendeePresentation } from './answer.ts'
import type { attendeeRows } from './registration-rows.ts'

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
