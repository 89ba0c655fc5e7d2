import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { getEvent } from '../../configuration/event.ts'
import { getSession, presentSessions } from '../../configuration/session.ts'
import type { Events } from '../../events.ts'
import { equals } from '../../lists/filters.ts'
import { createSession, removeSession, updateSession } from '../../manage/session-change.ts'
import { problem } from '../../problems.ts'
import type { SessionAnswer, SessionInput } from '../../records/session.ts'
import type { SessionRow } from '../../records/tables.ts'
import { wrong } from '../../refusal.ts'
import { answerItem, checkMatch, madeItem, only, writtenItem } from '../base/item-answer.ts'
import { answerList } from '../base/list-answer.ts'
import { writeOnce } from '../base/once.ts'
import { eventSessionList, sessionFilters, sessionPresentation } from './answer.ts'
import type { dataSessionRows, eventSessionRows, managedSessionRows, sessionReplacementRows } from './rows.ts'

type OfSession = {
  params: { sessionId: string; eventId?: string }
  principal: Principal
  header(name: string): string | undefined
}

export function dataSessionRoutes(
  service: Events,
): Handlers<typeof dataSessionRows & typeof sessionReplacementRows> {
  return {
    listSessions: (request) =>
      answerList(service, request, sessionList(request), sessionPresentation(service)),
    createSession: (request) =>
      writeOnce(service, request, 'createSession', async (tx) => {
        const { eventId, ...input } = request.body
        const { organisationId } = request.principal
        const row = await createSession(tx, service, { organisationId, eventId, input })
        return madeItem(await written(tx, row), `${service.urls.data}/sessions/${row.id}`)
      }),
    getSession: async ({ params, principal, header }) => {
      const row = await getSession(service, principal.organisationId, params.sessionId)
      return answerItem(header, only(await presentSessions(service, [row])))
    },
    updateSession: (request) => {
      const { eventId, ...patch } = request.body
      return answerChange(service, request, { edit: (known) => mergePatch(known, patch), eventId })
    },
    replaceSession: (request) => {
      const { eventId, ...input } = request.body
      return answerChange(service, request, { edit: () => input, eventId })
    },
    deleteSession: (request) => answerDeletion(service, request, request.query),
  }
}

/** The schedule of an event in the registration API. */
export function eventSessionRoutes(
  service: Events,
): Handlers<typeof eventSessionRows & typeof managedSessionRows> {
  return {
    listEventSessions: async (request) => {
      await getEvent(service, request.principal.organisationId, request.params.eventId)
      return answerList(service, request, eventSessionList(request), sessionPresentation(service))
    },
    getEventSession: async ({ params, principal, header }) => {
      const row = await getSession(service, principal.organisationId, params.sessionId)
      if (row.event_id !== params.eventId) throw problem('not-found')
      return answerItem(header, only(await presentSessions(service, [row])))
    },
    createEventSession: (request) =>
      writeOnce(service, request, `createEventSession/${request.params.eventId}`, async (tx) => {
        const { organisationId } = request.principal
        const { eventId } = request.params
        const row = await createSession(tx, service, { organisationId, eventId, input: request.body })
        const location = `${service.urls.registration}/api/v1/events/${eventId}/sessions/${row.id}`
        return madeItem(await written(tx, row), location)
      }),
    updateEventSession: (request) =>
      answerChange(service, request, { edit: (known) => mergePatch(known, request.body) }),
    deleteEventSession: (request) => answerDeletion(service, request, request.query),
  }
}

/** The session as the current transaction has written it. */
async function written(tx: Transaction, row: SessionRow): Promise<SessionAnswer> {
  return only(await presentSessions({ database: tx }, [row]))
}

type Change = { edit(known: SessionInput): SessionInput; eventId?: string | null | undefined }

function answerChange(service: Events, request: OfSession, { edit, eventId }: Change) {
  return service.database.write(async (tx) => {
    const row = await updateSession(tx, service, { ...placeOf(request), edit })
    if (eventId !== undefined && eventId !== row.event_id)
      throw wrong('/eventId', 'fixed', 'cannot change: a session stays in its event')
    return writtenItem(await written(tx, row))
  })
}

async function answerDeletion(service: Events, request: OfSession, { force = false }: { force?: boolean }) {
  await service.database.write((tx) => removeSession(tx, service, { ...placeOf(request), force }))
  return { status: 204 as const }
}

function placeOf({ params, principal, header }: OfSession) {
  const match = (version: number) => checkMatch(header, version)
  return { ...params, organisationId: principal.organisationId, match }
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
