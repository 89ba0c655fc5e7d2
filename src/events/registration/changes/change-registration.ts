import type { Transaction } from '../../../kernel/database/database.ts'
import { isRefusal } from '../../../kernel/database/sqlite/refusal.ts'
import { foldAddress } from '../../../kernel/text/email-address.ts'
import { noteEnrolment } from '../../attendance/attendance-end.ts'
import { attendeeStatusOf } from '../../attendee/attendee.ts'
import { touchAttendee } from '../../attendee/attendee-store.ts'
import { ConfigurationChanged } from '../../configuration/configuration.ts'
import { checkReferences } from '../../configuration/event.ts'
import { formOfVersion } from '../../configuration/form.ts'
import type { Events } from '../../events.ts'
import { sendMail } from '../../notifications/send-mail.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import { joinWaitingList, leaveWaitingList } from '../../places/place-store.ts'
import { problem } from '../../problems.ts'
import { type AttendeeRow, type EnrolmentRow, isLive, type RegistrationRow } from '../../records/tables.ts'
import { wrong } from '../../refusal.ts'
import { at, type Moment, nextVersion } from '../../tracking.ts'
import { type Claims, checkOthers, claimsOf, claimsOfRow, moveClaims } from '../claims.ts'
import { type Attending, asChoosing, attendingOf, disenrol, enrol } from '../enrolment.ts'
import { listEnrolments, listEnrolmentsIn } from '../enrolment-store.ts'
import { noteHistory } from '../history.ts'
import { attendeeInput, type MembersChange } from '../registration-members.ts'
import { type Plan, plannedColumns, planRegistration, type Wanted } from '../registration-plan.ts'
import {
  findRegistration,
  hasLiveRegistration,
  markAttendees,
  replaceRegistration,
} from '../registration-store.ts'
import { promoteSession } from '../waiting-list/session-waiting-list.ts'
import { promoteEvent } from '../waiting-list/waiting-list.ts'
import { handOver } from './hand-over.ts'
import { isAsPlanned, savePeople } from './planned-people.ts'
import { changeReason, changeStatus, type Held } from './transition.ts'

/** Validates it like a new one, by the form it was made with; returns old places and takes new ones in one step. */
async function changeMembers(
  tx: Transaction,
  service: Events,
  held: Held,
  { members, people, unlessSame }: MembersChange,
): Promise<{ row: RegistrationRow; attendees: readonly AttendeeRow[] }> {
  const { row, moment } = held
  checkReferences(members.externalReferences, '/externalReferences')
  const isMoved = foldAddress(members.registrant.email) !== foldAddress(row.email)
  const change = isMoved ? handOver(held, { members, people }) : { members, people }
  const plan = planChange(held, change)
  if (unlessSame && isAsPlanned(held, plan)) return held
  const changed: RegistrationRow = {
    ...row,
    ...nextVersion(row, moment),
    ...plannedColumns(members, plan),
    form_version: plan.stored?.version ?? null,
    live_email: row.live_email === null ? null : foldAddress(plan.registrant.email),
    link_generation: row.link_generation + (isMoved ? 1 : 0),
    // It may need other places now.
    needs: '',
  }
  await saveUnique(tx, row, changed)
  const attendees = await savePeople(tx, held, { plan, row: changed })
  const moved = await movePlaces(tx, service, { ...held, row: changed, attendees }, { from: held, plan })
  // An attendee's type and included sessions are part of the attendee's answer, so it changes with them.
  if (changed.registration_type_id !== row.registration_type_id)
    for (const { id } of attendees) await touchAttendee(tx, id, moment)
  await noteHistory(tx, service, { row, action: 'updated', actor: held.actor })
  await tellRegistration(tx, service, moved, ['registration.updated'])
  if (isMoved && isLive(moved.status)) {
    await sendMail(tx, service, { row: moved, kind: 'transferred' })
    await sendMail(tx, service, { row, kind: 'handedOver' })
  }
  return { row: moved, attendees }
}

function planChange(
  { configuration, row, attendees }: Held,
  { members, people }: Pick<MembersChange, 'members' | 'people'>,
): Plan {
  const typeId = row.registration_type_id
  const wanted: Wanted = {
    ...members,
    typeId: members.registrationTypeId,
    attendees: people ?? attendees.map(attendeeInput),
  }
  return planRegistration(configuration, wanted, {
    typeId,
    stored: formOfVersion(configuration, { typeId, version: row.form_version }),
    options: JSON.parse(row.options),
    sessionIds: JSON.parse(row.session_ids),
    attendees: attendees.map((attendee) => ({
      answers: JSON.parse(attendee.is_guest === 1 ? attendee.answers : row.answers),
      sessionIds: JSON.parse(attendee.session_ids),
    })),
  })
}

async function saveUnique(tx: Transaction, row: RegistrationRow, changed: RegistrationRow): Promise<void> {
  const { live_email } = changed
  const moves = live_email !== null && live_email !== row.live_email
  if (moves && (await hasLiveRegistration(tx, row.event_id, live_email)))
    throw problem('duplicate-registration')
  const replaced = await replaceRegistration(tx, changed, row.version).catch((error: unknown) => {
    // A registration that was not yet committed when addresses were compared has taken the address.
    throw moves && isRefusal(error) ? problem('duplicate-registration') : error
  })
  if (!replaced) throw new ConfigurationChanged()
}

type Moving = { from: Held; plan: Plan }

/** Returns the registration after the move. */
async function movePlaces(
  tx: Transaction,
  service: Events,
  held: Held,
  { from, plan }: Moving,
): Promise<RegistrationRow> {
  const { row, configuration, moment } = held
  const [old, claims] = [claimsOfRow(configuration, from.row, from.attendees), claimsOf(row.event_id, plan)]
  if (row.status === 'pending') await checkOthers(tx, grownFrom(old, claims))
  if (row.status === 'waitlisted') return moveOnWaitingList(tx, service, held, { old, claims })
  if (row.status !== 'confirmed' && row.status !== 'offered') return row
  const freed = await moveClaims(tx, old, claims)
  const left = await moveEnrolments(tx, service, held, from)
  if (freed || left) await promoteEvent(tx, service, configuration, moment)
  // A place that one attendee gave up may have gone to another attendee of the same registration.
  return left ? ((await findRegistration(tx, row.id)) ?? row) : row
}

/** Keeps the waiting-list number and is counted at its new type; what it asks for now may be free. */
async function moveOnWaitingList(
  tx: Transaction,
  service: Events,
  { row, configuration, moment }: Held,
  { old, claims }: { old: Claims; claims: Claims },
): Promise<RegistrationRow> {
  await checkOthers(tx, grownFrom(old, claims))
  if (old.typeId !== claims.typeId) {
    if (old.typeId !== null) await leaveWaitingList(tx, old.typeId, row.seats)
    if (claims.typeId !== null) await joinWaitingList(tx, claims.typeId, row.seats)
  }
  await promoteEvent(tx, service, configuration, moment)
  return (await findRegistration(tx, row.id)) ?? row
}

function grownFrom(old: Claims, claims: Claims): Claims {
  const grown = [...claims.others].filter(([id, count]) => count > (old.others.get(id) ?? 0))
  return { ...claims, others: new Map(grown) }
}

/** Leaves sessions that are no longer requested, then joins the new ones; tells whether places became free. */
async function moveEnrolments(
  tx: Transaction,
  service: Events,
  { row, attendees, configuration, moment }: Held,
  from: Held,
): Promise<boolean> {
  const before = attendingOf(configuration, asChoosing(from.row, from.attendees))
  const wanted = attendingOf(configuration, asChoosing(row, attendees))
  const enrolments = await listEnrolments(tx, row.id)
  const isEnrolled = (sessionId: string, attendeeId: string) =>
    enrolments.some(({ session_id, attendee_id }) => session_id === sessionId && attendee_id === attendeeId)
  const isLeft = (sessionId: string, attendeeId: string) =>
    isAmong(before, sessionId, attendeeId) && !isAmong(wanted, sessionId, attendeeId)
  const freed = new Set<string>()
  // Enrolments made in another way, or in a session that is included by now, are left alone.
  for (const enrolment of enrolments)
    if (isLeft(enrolment.session_id, enrolment.attendee_id))
      if (await disenrol(tx, enrolment, moment)) freed.add(enrolment.session_id)
  for (const attending of wanted) {
    const onList = await leaveWaitingListFor(tx, attending, { before, enrolments, moment })
    const attendeeIds = attending.attendeeIds.filter(
      (id) =>
        onList.includes(id) ||
        (!isAmong(before, attending.session.id, id) && !isEnrolled(attending.session.id, id)),
    )
    if (attendeeIds.length === 0) continue
    if (!(await enrol(tx, { ...attending, attendeeIds }, { registration: row, moment })))
      throw problem('capacity-full')
    for (const made of await listEnrolmentsIn(tx, row.id, attending.session.id))
      if (made.status === 'registered') await noteEnrolment(tx, made, 1)
  }
  if (JSON.stringify(before) !== JSON.stringify(wanted))
    await markAttendees(tx, { registration_id: row.id, status: attendeeStatusOf(row.status), ...at(moment) })
  for (const sessionId of freed) await promoteSession(tx, service, configuration, { sessionId, moment })
  return freed.size > 0
}

type Leaving = { before: readonly Attending[]; enrolments: readonly EnrolmentRow[]; moment: Moment }

/** A newly chosen option needs a place in its session: attendees on that waiting list get a place, or it is refused. */
async function leaveWaitingListFor(
  tx: Transaction,
  { session, certain }: Attending,
  { before, enrolments, moment }: Leaving,
): Promise<string[]> {
  if (!certain || before.some((known) => known.session.id === session.id && known.certain)) return []
  const waiting = enrolments.filter(
    ({ session_id, status }) => session_id === session.id && status === 'waitlisted',
  )
  for (const enrolment of waiting) await disenrol(tx, enrolment, moment)
  return waiting.map(({ attendee_id }) => attendee_id)
}

function isAmong(goers: readonly Attending[], sessionId: string, attendeeId: string): boolean {
  return goers.some(
    ({ session, attendeeIds }) => session.id === sessionId && attendeeIds.includes(attendeeId),
  )
}

type Change = { [K in keyof MembersChange]?: MembersChange[K] | undefined } & {
  readonly status?: RegistrationRow['status'] | undefined
  readonly reason?: string | null | undefined
}

/** Changes the members first, then the status. */
export async function changeRegistration(
  tx: Transaction,
  service: Events,
  held: Held,
  change: Change,
): Promise<{ row: RegistrationRow; attendees: readonly AttendeeRow[] }> {
  const { members, status, reason } = change
  if (typeof reason === 'string' && (status ?? held.row.status) !== 'cancelled')
    throw wrong('/cancelReason', 'status', 'belongs to a cancellation: set status to cancelled too')
  const changed =
    members === undefined ? held : await changeMembers(tx, service, held, { ...change, members })
  if (status === undefined && reason === undefined) return changed
  const next = { ...held, ...changed }
  const row =
    status === undefined
      ? await changeReason(tx, service, next, reason ?? null)
      : await changeStatus(tx, service, next, { status, reason: reason ?? null })
  return { row, attendees: changed.attendees }
}
