import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import type { Reader } from '../../../kernel/database/database.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { countPeople } from '../../attendee/attendee.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import type { ConfiguredSession } from '../../configured.ts'
import type { Events } from '../../events.ts'
import type { Filter } from '../../lists/list-store.ts'
import { findPlace } from '../../places/place-store.ts'
import { found } from '../../problems.ts'
import { enrolment } from '../../records/registration.ts'
import type { AttendeeRow, EnrolmentRow } from '../../records/tables.ts'
import {
  enrolRegistration,
  presentEnrolment,
  removeEnrolment,
} from '../../registration/changes/enrolment-change.ts'
import { holdRegistration } from '../../registration/changes/hold-registration.ts'
import { answerList } from '../base/list-answer.ts'
import { namedBy } from './change.ts'
import type { registrationRows } from './rows.ts'

type Enrolment = 'listSessionRegistrations' | 'enrolRegistration' | 'removeEnrolment'
type OfSession = { params: { eventId: string; sessionId: string }; principal: Principal }

export function enrolmentRoutes(service: Events): Pick<Handlers<typeof registrationRows>, Enrolment> {
  return {
    listSessionRegistrations: async (request) => {
      const session = await getSession(service, request)
      const { params, query, principal } = request
      if (session.included === 1) {
        const list = includedList(service, { ...params, ...principal }, { session, status: query.status })
        const present = (rows: readonly AttendeeRow[]) => rows.map((row) => presentIncluded(row, session.id))
        return answerList(service, request, list, { schema: enrolment, present })
      }
      const list = enrolmentList(service, session.id, query.status)
      const present = (rows: readonly EnrolmentRow[]) => rows.map(presentEnrolment)
      return answerList(service, request, list, { schema: enrolment, present })
    },
    enrolRegistration: async (request) => {
      await getSession(service, request)
      return holdRegistration(service, namedBy(request), {
        work: async (tx, held) => {
          const session = found(held.configuration.sessions.get(request.params.sessionId))
          const { made, enrolment: body } = await enrolRegistration(tx, service, held, session)
          return made ? { status: 201 as const, body } : { status: 200 as const, body }
        },
      })
    },
    removeEnrolment: async (request) => {
      await getSession(service, request)
      return holdRegistration(service, namedBy(request), {
        work: async (tx, held) => {
          const session = found(held.configuration.sessions.get(request.params.sessionId))
          await removeEnrolment(tx, service, held, session)
          return { status: 204 as const }
        },
      })
    },
  }
}

async function getSession(service: Events, { params, principal }: OfSession): Promise<ConfiguredSession> {
  const { sessions } = await getConfiguration(service, principal.organisationId, params.eventId)
  return found(sessions.get(params.sessionId))
}

function enrolmentList({ database }: Events, sessionId: string, status: EnrolmentRow['status'] | undefined) {
  const wanted: Filter =
    status === undefined
      ? { column: 'status', op: '<>', value: 'cancelled' }
      : { column: 'status', op: '=', value: status }
  return {
    counted: status === 'cancelled' ? undefined : () => countEnrolled(database, sessionId, status),
    name: `enrolments/${sessionId}`,
    table: 'events_enrolments' as const,
    filters: [{ column: 'session_id', op: '=' as const, value: sessionId }, wanted],
    order: ['attendee_id' as const],
    tracked: false as const,
  }
}

async function countEnrolled(
  db: Reader,
  sessionId: string,
  status: EnrolmentRow['status'] | undefined,
): Promise<number | undefined> {
  const place = await findPlace(db, sessionId)
  if (place === undefined) return undefined
  if (status === undefined) return place.taken + place.waiting
  return status === 'registered' ? place.taken : place.waiting
}

/** Every expected attendee of the types that the session is for. */
function includedList(
  { database }: Events,
  event: { organisationId: string; eventId: string },
  { session, status }: { session: ConfiguredSession; status: EnrolmentRow['status'] | undefined },
) {
  const { id, typeIds } = session
  const types: Filter[] = typeIds.length === 0 ? [] : [{ op: 'of-types', value: typeIds }]
  const registered = status === undefined || status === 'registered'
  const isCounted = registered && typeIds.length === 0
  return {
    counted: isCounted ? () => countPeople(database, { ...event, status: 'active' }) : undefined,
    name: `enrolments/${id}`,
    table: 'events_attendees' as const,
    filters: [
      { column: 'event_id', op: '=' as const, value: event.eventId },
      { column: 'status', op: '=' as const, value: registered ? 'active' : 'none' },
      ...types,
    ],
    order: ['id' as const],
    tracked: false as const,
  }
}

function presentIncluded(row: AttendeeRow, sessionId: string) {
  return {
    sessionId,
    registrationId: row.registration_id,
    attendeeId: row.id,
    status: 'registered' as const,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
  }
}
