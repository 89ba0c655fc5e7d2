import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers } from '../../../kernel/contract/operation.ts'
import type { Events } from '../../events.ts'
import { createSession, removeSession, updateSession } from '../../manage/session-change.ts'
import { writeOnce } from '../base/once.ts'
import type { tagRows } from '../base/tag.ts'
import { writtenSession } from '../session/answer.ts'
import { type OfEvent, placeOf } from './manage-routes.ts'
import type { sessionRows } from './part-rows.ts'

type Rows = ReturnType<typeof tagRows<typeof sessionRows>>

export function sessionRoutes(service: Events): Handlers<Rows> {
  return {
    createEventSession: (request) =>
      writeOnce(service, request, `createEventSession/${request.params.eventId}`, async (tx) => {
        const { organisationId, eventId } = placeOf(request)
        const row = await createSession(tx, service, { organisationId, eventId, input: request.body })
        const { headers, body } = await writtenSession(tx, row)
        const location = `${service.urls.registration}/api/v1/events/${eventId}/sessions/${row.id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateEventSession: (request) =>
      service.database.write(async (tx) => {
        const row = await updateSession(tx, service, {
          ...sessionPlaceOf(request),
          edit: (known) => mergePatch(known, request.body),
        })
        return { status: 200 as const, ...(await writtenSession(tx, row)) }
      }),
    deleteEventSession: async (request) => {
      const force = request.query.force ?? false
      await service.database.write((tx) => removeSession(tx, service, { ...sessionPlaceOf(request), force }))
      return { status: 204 }
    },
  }
}

function sessionPlaceOf(request: OfEvent & { params: { sessionId: string } }) {
  return { ...placeOf(request), sessionId: request.params.sessionId }
}
