import type { Transaction } from '../../kernel/database/database.ts'
import { checkReferences } from '../configuration/event.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { tellRegistration } from '../notifications/webhooks.ts'
import { findPlace } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import { attendeeRecord } from '../records/attendee.ts'
import {
  type RegistrationAnswer,
  type RegistrationInput,
  registrationRecord,
} from '../records/registration.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { startMoment } from '../tracking.ts'
import { checkOthers, checkRevision, claimsOf } from './claims.ts'
import { asChoosing, attendingOf } from './enrolment.ts'
import { sessionsOf } from './registration.ts'
import { type Plan, planRegistration } from './registration-plan.ts'
import { attendeeStatusOf, storeRegistration } from './registration-records.ts'
import { markAttendees, replaceRegistration } from './registration-store.ts'
import { type Settled, settle } from './settlement.ts'

/** What somebody asks for, with its plan by one revision of the configuration. */
export type PlannedInput = {
  readonly input: RegistrationInput
  readonly plan: Plan
  readonly revision: number
}

export function planInput(configuration: Configuration, input: RegistrationInput): PlannedInput {
  const { attendees = [], options = [], sessionIds = [], answers = {} } = input
  const lists = { attendees, options, sessionIds, answers }
  const plan = planRegistration(configuration, { ...input, ...lists, typeId: input.registrationTypeId })
  return { input, plan, revision: configuration.revision }
}

/**
 * Creates a registration, confirmed, pending or on the waiting list, with all its places in one transaction. The
 * answer does not tell the position on the waiting list: see `addPosition`.
 */
export async function register(
  tx: Transaction,
  service: Events,
  configuration: Configuration,
  input: RegistrationInput,
): Promise<RegistrationAnswer> {
  return registerPlanned(tx, service, configuration, planInput(configuration, input))
}

/** The same for a plan made before, which is made again if the configuration has changed since. */
export async function registerPlanned(
  tx: Transaction,
  service: Events,
  configuration: Configuration,
  known: PlannedInput,
): Promise<RegistrationAnswer> {
  const { event, revision } = configuration
  const { input, plan } = known.revision === revision ? known : planInput(configuration, known.input)
  const type = plan.typeId === null ? undefined : configuration.types.get(plan.typeId)
  if (!isOpen(event, type, service.clock.now())) throw problem('registration-closed')
  checkReferences(input.externalReferences ?? [], '/externalReferences')
  const moment = await startMoment(tx, service)
  const asksApproval = event.approval_required === 1 || type?.approval_required === 1
  const status = asksApproval ? 'pending' : 'confirmed'
  const made = { configuration, plan, input, moment, status } as const
  const { row, attendees } = await storeRegistration(tx, service, made)
  if (row.seats > 1) await checkSize(tx, row)
  const claims = claimsOf(event.id, plan)
  if (asksApproval) {
    await checkRevision(tx, event.id, revision)
    await checkOthers(tx, claims)
  } else {
    const attending = attendingOf(configuration, asChoosing(row, attendees))
    const settled = await settle(tx, configuration, { row, claims, moment, attending })
    if (settled.status !== row.status) await putOnWaitingList(tx, { row, attendees, settled })
  }
  const confirmed = row.status === 'confirmed' ? (['registration.confirmed'] as const) : []
  const waiting = row.status === 'waitlisted' ? (['registration.waitlisted'] as const) : []
  await tellRegistration(tx, service, row, ['registration.created', ...confirmed, ...waiting])
  tx.afterCommit(() => service.count('registrations', row.organisation_id))
  return answerOf(configuration, { row, attendees, plan })
}

/** A group that is larger than the capacity can never get places, so it does not join the waiting list. */
async function checkSize(tx: Transaction, row: RegistrationRow): Promise<void> {
  const levels = [row.event_id, ...(row.registration_type_id === null ? [] : [row.registration_type_id])]
  for (const id of levels) {
    const capacity = (await findPlace(tx, id))?.capacity ?? null
    if (capacity !== null && row.seats > capacity)
      throw wrong('/attendees', 'maxItems', `must be at most ${capacity}: there are no more places in all`)
  }
}

/** Most registrations find a place, so rows are written as confirmed and updated for the few that wait. */
async function putOnWaitingList(
  tx: Transaction,
  { row, attendees, settled }: { row: RegistrationRow; attendees: AttendeeRow[]; settled: Settled },
): Promise<void> {
  row.status = 'waitlisted'
  row.line = settled.line
  row.needs = settled.needs
  await replaceRegistration(tx, row, row.version)
  const status = attendeeStatusOf(row.status)
  await markAttendees(tx, { registration_id: row.id, status, change: row.change, updated_at: row.updated_at })
  for (const attendee of attendees) {
    attendee.status = status
    attendee.version += 1
  }
}

/** Built from the rows and answers at hand, without another read. */
function answerOf(
  configuration: Configuration,
  { row, attendees, plan }: { row: RegistrationRow; attendees: readonly AttendeeRow[]; plan: Plan },
): RegistrationAnswer {
  const sessionIds = sessionsOf(configuration, row)
  const ownSessions = (attendee: AttendeeRow) =>
    row.status === 'confirmed' ? [...new Set([...sessionIds, ...JSON.parse(attendee.session_ids)])] : []
  return registrationRecord.toAnswer(row, {
    attendees: attendees.map((attendee, index) =>
      attendeeRecord.toAnswer(attendee, {
        sessionIds: ownSessions(attendee).sort(),
        answers: plan.attendees[index]?.answers,
      }),
    ),
    sessionIds,
    answers: plan.attendees[0]?.answers,
    waitlistPosition: null,
  })
}
