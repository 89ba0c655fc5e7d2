import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { getSession } from '../../configuration/session.ts'
import type { Events } from '../../events.ts'
import { equals } from '../../lists/filters.ts'
import { createSession, removeSession, updateSession } from '../../manage/session-change.ts'
import type { SessionInput } from '../../records/session.ts'
import type { SessionRow } from '../../records/tables.ts'
import { wrong } from '../../refusal.ts'
import { checkMatch } from '../base/item-answer.ts'
import { answerList } from '../base/list-answer.ts'
import { writeOnce } from '../base/once.ts'
import type { tagRows } from '../base/tag.ts'
import { answerSession, sessionFilters, sessionPresentation, writtenSession } from './answer.ts'
import type { sessionReplacementRows, sessionRows } from './data-rows.ts'

type Rows = ReturnType<typeof tagRows<typeof sessionRows & typeof sessionReplacementRows>>
type OfSession = {
  params: { sessionId: string }
  principal: Principal
  header(name: string): string | undefined
}

export function sessionRoutes(service: Events): Handlers<Rows> {
  const change = (request: OfSession, edit: (known: SessionInput) => SessionInput, eventId?: string) =>
    service.database.write(async (tx) => {
      const row = await updateSession(tx, service, { ...placeOf(request), edit })
      checkEvent(row, eventId)
      return { status: 200 as const, ...(await writtenSession(tx, row)) }
    })
  return {
    listSessions: (request) =>
      answerList(service, request, sessionList(request), sessionPresentation(service)),
    createSession: (request) =>
      writeOnce(service, request, 'createSession', async (tx) => {
        const { eventId, ...input } = request.body
        const { organisationId } = request.principal
        const row = await createSession(tx, service, { organisationId, eventId, input })
        const { headers, body } = await writtenSession(tx, row)
        const location = `${service.urls.data}/sessions/${row.id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    getSession: async ({ params, principal, header }) =>
      answerSession(service, header, await getSession(service, principal.organisationId, params.sessionId)),
    updateSession: (request) => {
      const { eventId, ...patch } = request.body
      return change(request, (known) => mergePatch(known, patch), eventId)
    },
    replaceSession: (request) => {
      const { eventId, ...input } = request.body
      return change(request, () => input, eventId)
    },
    deleteSession: async (request) => {
      const force = request.query.force ?? false
      await service.database.write((tx) => removeSession(tx, service, { ...placeOf(request), force }))
      return { status: 204 }
    },
  }
}

function placeOf({ params, principal, header }: OfSession) {
  return {
    organisationId: principal.organisationId,
    sessionId: params.sessionId,
    match: (version: number) => checkMatch(header, version),
  }
}

function checkEvent(row: SessionRow, eventId: string | undefined): void {
  if (eventId === undefined || eventId === row.event_id) return
  throw wrong('/eventId', 'fixed', 'cannot change: a session stays in its event')
}

type SessionQuery = { eventId?: string; track?: string; room?: string; startFrom?: string; startTo?: string }

function sessionList({ query, principal }: { query: SessionQuery; principal: Principal }) {
  return {
    name: `sessions/${principal.organisationId}`,
    table: 'events_sessions' as const,
    filters: [
      ...equals('organisation_id', principal.organisationId),
      ...equals('event_id', query.eventId),
      ...sessionFilters(query),
    ],
    order: ['starts_at' as const, 'id' as const],
  }
}
