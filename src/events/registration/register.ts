import type { Transaction } from '../../kernel/database/database.ts'
import { checkReferences } from '../configuration/event.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { tellRegistration } from '../notifications/webhooks.ts'
import { findPlace } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import { attendeeRecord } from '../records/attendee.ts'
import type { RegistrationAnswer, RegistrationInput } from '../records/registration.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { startMoment } from '../tracking.ts'
import { checkOthers, checkRevision, claimsOf } from './claims.ts'
import { asChoosing, attendingOf } from './enrolment.ts'
import { sessionsOf } from './registration.ts'
import { registrationAnswer } from './registration-answer.ts'
import { planRegistration } from './registration-plan.ts'
import {
  attendeeRows,
  attendeeStatusOf,
  insertUnique,
  newRegistration,
  storeAttendees,
} from './registration-records.ts'
import { hasOtherLive, markAttendees, replaceRegistration } from './registration-store.ts'
import { type Settled, settle } from './settlement.ts'

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
  const { event } = configuration
  const plan = planRegistration(configuration, {
    ...input,
    typeId: input.registrationTypeId,
    ...lists(input),
  })
  const type = plan.typeId === null ? undefined : configuration.types.get(plan.typeId)
  if (!isOpen(event, type, service.clock.now())) throw problem('registration-closed')
  checkReferences(input.externalReferences ?? [], '/externalReferences')
  const moment = await startMoment(tx, service)
  const asksApproval = event.approval_required === 1 || type?.approval_required === 1
  const status = asksApproval ? 'pending' : 'confirmed'
  const row = newRegistration(service, { configuration, plan, input, moment, status })
  await insertUnique(tx, service, row)
  const attendees = attendeeRows(service, { row, plan, moment })
  // The unique index decides between new registrations; those older than the rule of one per address are not in it.
  const [isSecond] = await Promise.all([
    row.live_email !== null && hasOtherLive(tx, row),
    storeAttendees(tx, attendees, { row, stored: plan.stored }),
  ])
  if (isSecond) throw problem('duplicate-registration')
  if (row.seats > 1) await checkSize(tx, row)
  const claims = claimsOf(event.id, plan)
  if (asksApproval) {
    await checkRevision(tx, event.id, configuration.revision)
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
  return answerOf(service, configuration, { row, attendees })
}

function lists({ attendees = [], options = [], sessionIds = [], answers = {} }: RegistrationInput) {
  return { attendees, options, sessionIds, answers }
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

/** Built from the rows at hand, without another read. */
function answerOf(
  service: Events,
  configuration: Configuration,
  { row, attendees }: { row: RegistrationRow; attendees: readonly AttendeeRow[] },
): RegistrationAnswer {
  const sessionIds = sessionsOf(configuration, row)
  const ownSessions = (attendee: AttendeeRow) =>
    row.status === 'confirmed' ? [...new Set([...sessionIds, ...JSON.parse(attendee.session_ids)])] : []
  return registrationAnswer(row, {
    attendees: attendees.map((attendee) =>
      attendeeRecord.toAnswer(attendee, { sessionIds: ownSessions(attendee).sort() }),
    ),
    sessionIds,
    waitlistPosition: null,
    now: service.clock.now(),
  })
}
