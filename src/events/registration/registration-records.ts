import type { Transaction } from '../../kernel/database/database.ts'
import { foldAddress } from '../../kernel/text/email-address.ts'
import { indexAttendee } from '../attendee/attendee.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { problem } from '../problems.ts'
import { personRecord } from '../records/attendee.ts'
import { type RegistrationInput, registrationRecord } from '../records/registration.ts'
import type { AttendeeRow, AttendeeStatus, RegistrationRow, RegistrationStatus } from '../records/tables.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { drawConfirmationNumber } from './confirmation-number.ts'
import type { Plan, PlannedAttendee } from './registration-plan.ts'
import {
  addAnswers,
  addAttendee,
  addRegistration,
  hasLiveRegistration,
  hasOtherLive,
} from './registration-store.ts'

type New = {
  configuration: Configuration
  plan: Plan
  input: RegistrationInput
  moment: Moment
  status: RegistrationStatus
}

/** Stores a new registration and its attendees, unless the address has a live registration already. */
export async function storeRegistration(
  tx: Transaction,
  service: Events,
  made: New,
): Promise<{ row: RegistrationRow; attendees: AttendeeRow[] }> {
  const row = newRegistration(service, made)
  await insertUnique(tx, service, row)
  // The unique index decides between new registrations; those older than the rule of one per address are not in it.
  const [isSecond, attendees] = await Promise.all([
    row.live_email !== null && hasOtherLive(tx, row),
    storeAttendees(tx, service, { ...made, row }),
  ])
  if (isSecond) throw problem('duplicate-registration')
  return { row, attendees }
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

/** The columns that a client may set: as sent, except for what the plan has changed. */
export function plannedColumns(
  sent: Omit<RegistrationInput, 'registrant'>,
  { registrant, typeId, attendees, options, sessionIds }: Plan,
) {
  const planned = {
    registrant,
    registrationTypeId: typeId,
    options,
    sessionIds,
    answers: attendees[0]?.answers ?? {},
  }
  return registrationRecord.toRow(Object.assign({}, sent, planned), '')
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

/** Stores attendees with their answers and search words. The primary attendee comes first; the others are guests. */
async function storeAttendees(
  tx: Transaction,
  service: Events,
  { row, plan, moment }: NewAttendees,
): Promise<AttendeeRow[]> {
  const ids = plan.attendees.map(() => service.ids.uuid())
  const store = async (planned: PlannedAttendee, index: number) => {
    const own = ownColumns(row, { planned, index, primaryId: ids[0] ?? null })
    const record = newRecord(moment, ids[index] ?? '', row.organisation_id)
    const attendee = Object.assign(record, own, personRecord.toRow(planned.person, ''))
    await Promise.all([
      addAttendee(tx, attendee),
      addAnswers(tx, attendee, { stored: plan.stored, answers: planned.answers }),
      storeNames(tx, attendee, row),
    ])
    return attendee
  }
  return Promise.all(plan.attendees.map(store))
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

export function attendeeStatusOf(status: RegistrationStatus): AttendeeStatus {
  if (status === 'confirmed') return 'active'
  return status === 'pending' || status === 'waitlisted' || status === 'offered' ? 'waitlisted' : 'cancelled'
}

/** The primary attendee can be found by the registrant's name and address, too. */
export async function storeNames(
  tx: Transaction,
  attendee: AttendeeRow,
  row: RegistrationRow,
): Promise<void> {
  const registrant = attendee.is_guest === 0 ? [row.first_name, row.last_name, row.email, row.company] : []
  await indexAttendee(tx, attendee, [row.confirmation_number, ...registrant])
}
