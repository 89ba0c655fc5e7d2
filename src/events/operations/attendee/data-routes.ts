import type { Handlers } from '../../../kernel/contract/operation.ts'
import { getAttendee } from '../../attendee/attendee.ts'
import { findEvent } from '../../configuration/event-store.ts'
import type { Events } from '../../events.ts'
import { answerList } from '../base/list-answer.ts'
import type { tagRows } from '../base/tag.ts'
import { answerAttendee, answerChange, attendeeList, attendeePresentation } from './answer.ts'
import type { attendeeReplaceRows, attendeeRows } from './data-rows.ts'

type Rows = ReturnType<typeof tagRows<typeof attendeeRows>>
type ReplaceRows = ReturnType<typeof tagRows<typeof attendeeReplaceRows>>

export function attendeeRoutes(service: Events): Handlers<Rows & ReplaceRows> {
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
    getAttendee: async ({ params, principal, header }) =>
      answerAttendee(service, header, await getAttendee(service, principal.organisationId, params)),
    updateAttendee: (request) => answerChange(service, request, { whole: false }),
    replaceAttendee: (request) => answerChange(service, request, { whole: true }),
  }
}
