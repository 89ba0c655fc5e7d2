import type { Static } from 'typebox'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { findAttendee } from '../../attendee/attendee-store.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import { findEvent, findSession } from '../../configuration/event-store.ts'
import type { Events } from '../../events.ts'
import { equals } from '../../lists/filters.ts'
import type { Filter } from '../../lists/list-store.ts'
import { countRegistrations } from '../../places/status-count-store.ts'
import type { registrationReplacement } from '../../records/registration.ts'
import type { RegistrationStatus } from '../../records/tables.ts'
import { mergeMembers } from '../../registration/changes/merge-registration.ts'
import { getRegistration, presentRegistrations } from '../../registration/registration.ts'
import type { Members } from '../../registration/registration-members.ts'
import { answerItem, only } from '../base/item-answer.ts'
import { answerList } from '../base/list-answer.ts'
import { registrationPresentation } from './answer.ts'
import { answerChange } from './change.ts'
import type { dataRegistrationRows, replacementRows } from './rows.ts'

type ListQuery = {
  eventId?: string
  attendeeId?: string
  sessionId?: string
  status?: RegistrationStatus
  updatedSince?: string
}

export function dataRegistrationRoutes(
  service: Events,
): Handlers<typeof dataRegistrationRows & typeof replacementRows> {
  return {
    listRegistrations: async (request) => {
      const list = await registrationList(service, request)
      return answerList(service, request, list, registrationPresentation(service))
    },
    getRegistration: async ({ params, principal, header }) => {
      const row = await getRegistration(service.database, {
        organisationId: principal.organisationId,
        ...params,
      })
      return answerItem(header, only(await presentRegistrations(service, [row])))
    },
    updateRegistration: (request) =>
      answerChange(service, request, (known) => mergeMembers(known, request.body)),
    replaceRegistration: (request) => answerChange(service, request, () => membersIn(request.body)),
  }
}

function membersIn(body: Static<typeof registrationReplacement>): Members {
  return {
    registrant: body.registrant,
    registrationTypeId: body.registrationTypeId ?? null,
    options: body.options ?? [],
    sessionIds: body.sessionIds ?? [],
    answers: body.answers ?? {},
    source: body.source ?? 'api',
    externalReferences: body.externalReferences ?? [],
    note: body.note ?? null,
    tags: body.tags ?? [],
  }
}

async function registrationList(
  service: Events,
  { query, principal }: { query: ListQuery; principal: Principal },
) {
  const { organisationId } = principal
  const { database } = service
  const { eventId, attendeeId, updatedSince } = query
  const ownEvent = eventId !== undefined && (await findEvent(database, organisationId, eventId)) !== undefined
  const attendee = attendeeId === undefined ? undefined : await findAttendee(database, attendeeId)
  const isCounted =
    (eventId === undefined || ownEvent) && attendeeId === undefined && query.sessionId === undefined
  return {
    counted: isCounted ? () => countRegistrations(database, { ...query, organisationId }) : undefined,
    name: `registrations/${organisationId}`,
    table: 'events_registrations' as const,
    filters: [
      // The indexes of an event's registrations do not contain the organisation; the index of changes starts with it.
      ...(ownEvent && updatedSince === undefined ? [] : equals('organisation_id', organisationId)),
      ...equals('event_id', eventId),
      ...equals('status', query.status),
      ...equals('id', attendeeId === undefined ? undefined : (attendee?.registration_id ?? '')),
      ...(query.sessionId === undefined ? [] : await ofSession(service, organisationId, query.sessionId)),
    ],
    order: ['id' as const],
  }
}

/** In an included session, every confirmed attendee of its types takes part. */
async function ofSession(service: Events, organisationId: string, sessionId: string): Promise<Filter[]> {
  const row = await findSession(service.database, organisationId, sessionId)
  if (row === undefined || row.included === 0) return [{ op: 'enrolled-in', value: sessionId }]
  const { sessions } = await getConfiguration(service, organisationId, row.event_id)
  const typeIds = sessions.get(sessionId)?.typeIds ?? []
  const types: Filter[] =
    typeIds.length === 0 ? [] : [{ column: 'registration_type_id', op: 'in', value: typeIds }]
  return [...equals('event_id', row.event_id), ...equals('status', 'confirmed'), ...types]
}
