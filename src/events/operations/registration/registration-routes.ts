import { Fault } from '../../../kernel/base/fault.ts'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { needOrder } from '../../../kernel/database/shared-writes.ts'
import { foldAddress } from '../../../kernel/text/email-address.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { actorOf } from '../../../platform/operators/face.ts'
import { getConfiguration, holdConfiguration, untilCurrent } from '../../configuration/configuration.ts'
import { getEvent } from '../../configuration/event.ts'
import { listAllSessions } from '../../configuration/session.ts'
import type { Events } from '../../events.ts'
import { equals } from '../../lists/filters.ts'
import { countRegistrations } from '../../places/status-count-store.ts'
import type { RegistrationAnswer } from '../../records/registration.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { changeRegistration } from '../../registration/changes/change-registration.ts'
import { holdRegistration, presentHeld } from '../../registration/changes/hold-registration.ts'
import { mergeMembers } from '../../registration/changes/merge-registration.ts'
import { changeStatus } from '../../registration/changes/transition.ts'
import { withdrawLink } from '../../registration/changes/withdraw-link.ts'
import { noteHistory } from '../../registration/history.ts'
import { addPosition } from '../../registration/position.ts'
import { registerPlanned } from '../../registration/register.ts'
import { getRegistration, presentRegistrations, sessionsOf } from '../../registration/registration.ts'
import { membersOf } from '../../registration/registration-members.ts'
import { planInput } from '../../registration/registration-plan.ts'
import { readHistory } from '../../registration/registration-store.ts'
import { answerItem, checkMatch, only, writtenItem } from '../base/item-answer.ts'
import { answerList } from '../base/list-answer.ts'
import { writeOnceBy } from '../base/once.ts'
import { registrationPresentation } from './answer.ts'
import { answerChange, namedBy } from './change.ts'
import type { historyRows, registrationRows } from './rows.ts'

type Rows = typeof registrationRows & typeof historyRows
type Enrolment = 'listSessionRegistrations' | 'enrolRegistration' | 'removeEnrolment'
type Changed = ReturnType<typeof writtenItem<RegistrationAnswer>>
type One = { params: { eventId: string; registrationId: string }; principal: Principal }
type Header = (name: string) => string | undefined
/** Whether it was approved and is still live; one that has ended is not approved again. */
function isApproved({ approved_at, status }: RegistrationRow): boolean {
  return approved_at !== null && (status === 'confirmed' || status === 'waitlisted' || status === 'offered')
}

type TransitionRequest = One & { body: { reason?: string } | undefined; header: Header }
type Write = Events['database']['write']
type CreateRequest = Parameters<Handlers<Rows>['createRegistration']>[0]

export function registrationRoutes(service: Events): Omit<Handlers<Rows>, Enrolment> {
  return {
    listRegistrations: async (request) => {
      const { params, query, principal } = request
      await getEvent(service, principal.organisationId, params.eventId)
      const list = registrationList(service, { ...params, ...principal }, query)
      return answerList(service, request, list, registrationPresentation(service))
    },
    createRegistration: (request) => createRegistration(service, request),
    getRegistration: async ({ params, query, principal, header }) => {
      const row = await getNamed(service, { params, principal })
      return answerItem(header, await presentExpanded(service, row, query.expand))
    },
    updateRegistration: (request) =>
      answerChange(service, request, (known) => mergeMembers(known, request.body)),
    ...statusRoutes(service),
    ...optionRoutes(service),
    withdrawLink: (request) =>
      holdRegistration(service, namedBy(request), {
        work: async (tx, held) => {
          checkMatch(request.header, held.row.version)
          await withdrawLink(tx, service, held)
          return { status: 204 as const }
        },
      }),
    listRegistrationHistory: async ({ params, principal }) => {
      const row = await getNamed(service, { params, principal })
      const past = await readHistory(service.database, row.id)
      const made = { at: formatTime(row.registered_at), action: 'registered', actor: row.source }
      const data = [made, ...past.map(({ at, action, actor }) => ({ at: formatTime(at), action, actor }))]
      return { status: 200, body: { data } }
    },
  }
}

async function createRegistration(service: Events, request: CreateRequest) {
  const { params, principal, body } = request
  const named = { organisationId: principal.organisationId, eventId: params.eventId }
  // An answer that is stored for repeated requests must be whole within the transaction.
  const isStored = request.header('idempotency-key') !== undefined
  const write: Write = (work) => service.registering.write(params.eventId, work)
  const once = { operation: `createRegistration/${params.eventId}`, write }
  const answer = await untilCurrent(service, named, (known, contested) => {
    // Where no answer can be stored, a request that is wrong holds nobody up.
    const planned = isStored ? undefined : planInput(known, body)
    return writeOnceBy(service, request, once, async (tx) => {
      const configuration = contested ? await holdConfiguration(tx, known) : known
      const made = await registerPlanned(
        tx,
        service,
        configuration,
        planned ?? planInput(configuration, body),
      )
      if (isStored) {
        // Positions are counted, so nobody else may be joining the list.
        if (made.status === 'waitlisted') needOrder(tx)
        await addPosition(tx, service, made)
      }
      if (principal.operator !== undefined)
        await noteHistory(tx, service, { row: made, action: 'entered', actor: actorOf(principal) })
      const location = `${service.urls.registration}/api/v1/events/${params.eventId}/registrations/${made.id}`
      const tag = isStored ? writtenItem(made).headers : {}
      return { status: 201 as const, headers: { ...tag, location }, body: made }
    })
  })
  if (isStored) return answer
  await addPosition(service.database, service, answer.body).catch((error: unknown) => {
    // The registration is stored: a database that is away now must not make the client register again.
    if (!(error instanceof Fault && error.kind === 'busy')) throw error
    service.log.warn('a position on the waiting list could not be read', { error })
  })
  // The entity tag covers the position.
  return { ...answer, headers: { ...answer.headers, ...writtenItem(answer.body).headers } }
}

type Status = 'cancelRegistration' | 'approveRegistration' | 'declineRegistration'

/** What ends, approves or declines a registration. */
function statusRoutes(service: Events): Pick<Handlers<Rows>, Status> {
  const transition = async (
    request: TransitionRequest,
    operation: string,
    status: 'cancelled' | 'confirmed' | 'declined',
  ) =>
    holdRegistration<Changed>(service, namedBy(request), {
      write(work, write) {
        const once = { operation: `${operation}/${request.params.registrationId}`, write }
        return writeOnceBy(service, request, once, work)
      },
      work: async (tx, held) => {
        checkMatch(request.header, held.row.version)
        if (operation === 'approve' && isApproved(held.row))
          return writtenItem(await presentHeld(tx, service, held, held.row))
        const row = await changeStatus(tx, service, held, { status, reason: request.body?.reason ?? null })
        return writtenItem(await presentHeld(tx, service, held, row))
      },
    })
  return {
    cancelRegistration: (request) => transition(request, 'cancel', 'cancelled'),
    approveRegistration: (request) => transition(request, 'approve', 'confirmed'),
    declineRegistration: (request) => transition(request, 'decline', 'declined'),
  }
}

type Options = 'listRegistrationOptions' | 'replaceRegistrationOptions'

function optionRoutes(service: Events): Pick<Handlers<Rows>, Options> {
  return {
    listRegistrationOptions: async ({ params, principal }) => {
      const row = await getNamed(service, { params, principal })
      return { status: 200, body: { data: JSON.parse(row.options) } }
    },
    replaceRegistrationOptions: (request) =>
      holdRegistration(service, namedBy(request), {
        work: async (tx, held) => {
          checkMatch(request.header, held.row.version)
          const members = { ...membersOf(held.row), options: request.body.options }
          const { row } = await changeRegistration(tx, service, held, { members })
          return { status: 200 as const, body: { data: JSON.parse(row.options) } }
        },
      }),
  }
}

function getNamed({ database }: Events, { params, principal }: One): Promise<RegistrationRow> {
  return getRegistration(database, { organisationId: principal.organisationId, ...params })
}

type ListFilter = {
  status?: RegistrationRow['status']
  registrationTypeId?: string
  email?: string
  updatedSince?: string
}

/** The index of changes starts with the organisation; the indexes of an event's registrations do not contain it. */
function registrationList(
  { database }: Events,
  { organisationId, eventId }: { organisationId: string; eventId: string },
  { status, registrationTypeId, email, updatedSince }: ListFilter,
) {
  const isCounted = registrationTypeId === undefined && email === undefined
  return {
    counted: isCounted ? () => countRegistrations(database, { organisationId, eventId, status }) : undefined,
    name: `registrations/${eventId}`,
    table: 'events_registrations' as const,
    filters: [
      ...equals('organisation_id', updatedSince === undefined ? undefined : organisationId),
      ...equals('event_id', eventId),
      ...equals('status', status),
      ...equals('registration_type_id', registrationTypeId),
      ...equals('email_key', email === undefined ? undefined : foldAddress(email)),
    ],
    order: ['id' as const],
  }
}

/** A registration with what `expand` names: its sessions, and the names of its options. */
async function presentExpanded(service: Events, row: RegistrationRow, expand: string | undefined) {
  const answer = only(await presentRegistrations(service, [row]))
  const wanted = new Set(expand?.split(','))
  const configuration = await getConfiguration(service, row.organisation_id, row.event_id)
  const ids = new Set(sessionsOf(configuration, row))
  const sessions = wanted.has('sessions')
    ? { sessions: (await listAllSessions(service, row.event_id)).filter(({ id }) => ids.has(id)) }
    : {}
  const chosen = [...configuration.groups.values()].flatMap(({ options }) => options)
  const optionDetails = wanted.has('options')
    ? {
        optionDetails: answer.options.flatMap(({ optionId }) => {
          const option = chosen.find(({ id }) => id === optionId)
          return option === undefined ? [] : [{ optionId, name: option.name, code: option.code }]
        }),
      }
    : {}
  return { ...answer, ...sessions, ...optionDetails }
}
