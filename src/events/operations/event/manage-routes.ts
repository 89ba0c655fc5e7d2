import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { insertEvent } from '../../configuration/event.ts'
import type { Events } from '../../events.ts'
import { removeEvent, updateEvent } from '../../manage/event-change.ts'
import { startMoment } from '../../tracking.ts'
import { checkMatch } from '../base/item-answer.ts'
import { writeOnce } from '../base/once.ts'
import type { tagRows } from '../base/tag.ts'
import { writtenEvent } from './answer.ts'
import type { eventRows } from './manage-rows.ts'

type Rows = ReturnType<typeof tagRows<typeof eventRows>>
export type OfEvent = {
  params: { eventId: string }
  principal: Principal
  header(name: string): string | undefined
}

export function eventRoutes(service: Events): Handlers<Rows> {
  return {
    createEvent: (request) =>
      writeOnce(service, request, 'createEvent', async (tx) => {
        const { organisationId } = request.principal
        const moment = await startMoment(tx, service)
        const row = await insertEvent(tx, service, { organisationId, moment, input: request.body })
        const { headers, body } = await writtenEvent(tx, row)
        const location = `${service.urls.registration}/api/v1/events/${row.id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateEvent: (request) =>
      service.database.write(async (tx) => {
        const row = await updateEvent(tx, service, {
          ...placeOf(request),
          edit: (known) => mergePatch(known, request.body),
        })
        return { status: 200 as const, ...(await writtenEvent(tx, row)) }
      }),
    deleteEvent: async (request) => {
      await service.database.write((tx) => removeEvent(tx, service, placeOf(request)))
      return { status: 204 }
    },
  }
}

export function placeOf({ params, principal, header }: OfEvent) {
  return {
    organisationId: principal.organisationId,
    eventId: params.eventId,
    match: (version: number) => checkMatch(header, version),
  }
}
