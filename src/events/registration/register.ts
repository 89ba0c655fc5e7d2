import type { Transaction } from '../../kernel/database/database.ts'
import { foldAddress } from '../../kernel/text/email-address.ts'
import { allOf } from '../all-of.ts'
import { attendeeStatusOf, indexAttendee } from '../attendee/attendee.ts'
import { readNextChange } from '../change-store.ts'
import { checkReferences } from '../configuration/event.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { tellRegistration } from '../notifications/webhooks.ts'
import { readCapacity } from '../places/place-counts.ts'
import { countStatus } from '../places/status-count-store.ts'
import { lockEvent } from '../places/taking-store.ts'
import { problem } from '../problems.ts'
import { attendeeRecord, personRecord } from '../records/attendee.ts'
import {
  type RegistrationAnswer,
  type RegistrationInput,
  registrationRecord,
} from '../records/registration.ts'
import type { AttendeeRow, RegistrationRow, RegistrationStatus } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { type Moment, newRecord, startMoment } from '../tracking.ts'
import { checkOthers, checkRevision, checkSessions, claimsOf } from './claims.ts'
import { drawConfirmationNumber } from './confirmation-number.ts'
import { type Attending, asChoosing, attendingOf } from './enrolment.ts'
import { sessionsOf } from './registration.ts'
import {
  type Plan,
  type PlannedAttendee,
  type PlannedInput,
  planInput,
  plannedColumns,
} from './registration-plan.ts'
import {
  addAnswers,
  addAttendee,
  addRegistration,
  hasLiveRegistration,
  hasOtherLive,
  markAttendees,
  markWaiting,
} from './registration-store.ts'
import { type Settled, settle } from './settlement.ts'

/** Locks the event and asks for the number of the change, which every registration in the transaction needs. */
export function startRegistering(tx: Transaction, eventId: string): Promise<unknown> {
  return Promise.all([lockEvent(tx, eventId), readNextChange(tx)])
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
  const row = newRegistration(service, { configuration, plan, input, moment, status })
  const attendees = newAttendees(service, { row, plan, moment })
  const attending = attendingOf(configuration, asChoosing(row, attendees))
  const claims = claimsOf(event.id, plan)
  const storing = storeRegistration(tx, service, { row, attendees, plan })
  if (row.seats > 1) {
    await storing
    await checkSize(tx, row, attending)
  }
  if (asksApproval) {
    await storing
    await checkRevision(tx, event.id, revision)
    await checkOthers(tx, claims)
    await checkSessions(tx, attending)
  } else {
    // Sent together with the rows, which takes one round trip less.
    const settling = settle(tx, configuration, { row, claims, moment, attending })
    const [, settled] = await allOf([storing, settling] as const)
    if (settled.status !== row.status) await putOnWaitingList(tx, { row, attendees, settled })
  }
  await countStatus(tx, [row], { to: row.status })
  const confirmed = row.status === 'confirmed' ? (['registration.confirmed'] as const) : []
  const waiting = row.status === 'waitlisted' ? (['registration.waitlisted'] as const) : []
  await tellRegistration(tx, service, row, ['registration.created', ...confirmed, ...waiting])
  tx.afterCommit(() => service.count('registrations', row.organisation_id))
  return answerOf(configuration, { row, attendees, plan })
}

type New = {
  configuration: Configuration
  plan: Plan
  input: RegistrationInput
  moment: Moment
  status: RegistrationStatus
}

type Storing = { row: RegistrationRow; attendees: readonly AttendeeRow[]; plan: Plan }

/** Stores a new registration and its attendees, unless the address has a live registration already. */
async function storeRegistration(
  tx: Transaction,
  service: Events,
  { row, attendees, plan }: Storing,
): Promise<void> {
  const number = row.confirmation_number
  // The unique index decides between new registrations; those older than the rule of one per address are not in it.
  const [, isSecond] = await allOf([
    insertUnique(tx, service, row),
    row.live_email !== null && hasOtherLive(tx, row),
    storeAttendees(tx, { row, attendees, plan }),
  ] as const)
  if (isSecond) throw problem('duplicate-registration')
  if (row.confirmation_number !== number)
    for (const attendee of attendees) await indexAttendee(tx, attendee, row)
}

function newRegistration(
  service: Events,
  { configuration, plan, input, moment, status }: New,
): RegistrationRow {
  const { event } = configuration
  const own = {
    event_id: event.id,
    confirmation_number: drawConfirmationNumber(service.random),
    status,
    form_version: plan.stored?.version ?? null,
    live_email: event.multiple_per_email === 1 ? null : foldAddress(plan.registrant.email),
    seats: plan.attendees.length,
    line: null,
    needs: '',
    approved_at: null,
    registered_at: moment.now,
    cancelled_at: null,
    cancel_reason: null,
    expires_at: null,
    link_generation: 0,
  }
  const record = newRecord(moment, service.ids.uuid(), event.organisation_id)
  // Object.assign, because a literal with several spreads costs V8 thirty times as much.
  return Object.assign(record, own, plannedColumns(input, plan))
}

const NUMBERS = 5

/** The unique indexes decide: one live registration per address, and unique confirmation numbers in an event. */
async function insertUnique(tx: Transaction, service: Events, row: RegistrationRow): Promise<void> {
  for (let attempt = 1; attempt <= NUMBERS; attempt++) {
    if (await addRegistration(tx, row)) return
    if (row.live_email !== null && (await hasLiveRegistration(tx, row.event_id, row.live_email)))
      throw problem('duplicate-registration')
    row.confirmation_number = drawConfirmationNumber(service.random)
  }
  throw new Error('no confirmation number is free')
}

type NewAttendees = Pick<New, 'plan' | 'moment'> & { row: RegistrationRow }

/** The primary attendee comes first; the others are guests. */
function newAttendees(service: Events, { row, plan, moment }: NewAttendees): AttendeeRow[] {
  const ids = plan.attendees.map(() => service.ids.uuid())
  return plan.attendees.map((planned, index) => {
    const own = ownColumns(row, { planned, index, primaryId: ids[0] ?? null })
    const record = newRecord(moment, ids[index] ?? '', row.organisation_id)
    return Object.assign(record, own, personRecord.toRow(planned.person, ''))
  })
}

/** Stores attendees with their answers and search words. */
async function storeAttendees(tx: Transaction, { row, attendees, plan }: Storing): Promise<void> {
  await Promise.all(
    attendees.flatMap((attendee, index) => [
      addAttendee(tx, attendee),
      addAnswers(tx, attendee, { stored: plan.stored, answers: plan.attendees[index]?.answers ?? {} }),
      indexAttendee(tx, attendee, row),
    ]),
  )
}

function ownColumns(
  row: RegistrationRow,
  { planned, index, primaryId }: { planned: PlannedAttendee; index: number; primaryId: string | null },
) {
  return {
    event_id: row.event_id,
    registration_id: row.id,
    contact_id: null,
    status: attendeeStatusOf(row.status),
    is_guest: index === 0 ? 0 : 1,
    primary_attendee_id: index === 0 ? null : primaryId,
    checked_in: 0,
    checked_in_at: null,
    checked_out_at: null,
    // The primary attendee's answers are the registration's.
    answers: index === 0 ? row.answers : JSON.stringify(planned.answers),
    session_ids: JSON.stringify(planned.sessionIds),
    external_references: '[]',
    ticket_generation: 0,
  }
}

/** A group that is larger than the capacity can never get places, so it does not join the waiting list. */
async function checkSize(
  tx: Transaction,
  { event_id, registration_type_id, seats }: RegistrationRow,
  attending: readonly Attending[],
): Promise<void> {
  const levels = [event_id, ...(registration_type_id === null ? [] : [registration_type_id])]
  const needed = [
    ...levels.map((id) => ({ id, places: seats, code: 'maxItems' })),
    ...attending.map(({ session, attendeeIds }) => ({
      id: session.id,
      places: attendeeIds.length,
      code: 'capacity',
    })),
  ]
  for (const { id, places, code } of needed) {
    const capacity = await readCapacity(tx, id)
    if (capacity !== null && places > capacity)
      throw wrong('/attendees', code, `must be at most ${capacity}: there are no more places in all`)
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
  await markWaiting(tx, row)
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
