import type { Handlers } from '../../../kernel/contract/operation.ts'
import { getEvent } from '../../configuration/event.ts'
import type { Events } from '../../events.ts'
import { answerList } from '../base/list-answer.ts'
import type { tagRows } from '../base/tag.ts'
import { answerEvent, eventList, eventPresentation } from './answer.ts'
import type { eventRows } from './data-rows.ts'

type Rows = ReturnType<typeof tagRows<typeof eventRows>>

export function eventRoutes(service: Events): Handlers<Rows> {
  return {
    listEvents: (request) =>
      answerList(service, request, eventList(service, request), eventPresentation(service)),
    getEvent: async ({ params, principal, header }) =>
      answerEvent(service, header, await getEvent(service, principal.organisationId, params.eventId)),
  }
}
