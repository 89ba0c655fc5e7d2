import type { Transaction } from '../../../kernel/database/database.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { noteEnrolment } from '../../attendance/attendance-end.ts'
import { attendeeStatusOf, isOpenTo } from '../../attendee/attendee.ts'
import type { ConfiguredSession } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import { problem } from '../../problems.ts'
import type { EnrolmentAnswer } from '../../records/registration.ts'
import type { AttendeeRow, EnrolmentRow, RegistrationRow } from '../../records/tables.ts'
import { at, type Moment, nextVersion } from '../../tracking.ts'
import { asChoosing, attendingOf, disenrol, enrol } from '../enrolment.ts'
import { listEnrolmentsIn } from '../enrolment-store.ts'
import { noteHistory } from '../history.ts'
import { findClash, optionSessions } from '../registration-plan.ts'
import { markAttendees, replaceRegistration, replaceSessions } from '../registration-store.ts'
import { promoteSession } from '../waiting-list/session-waiting-list.ts'
import { promoteEvent } from '../waiting-list/waiting-list.ts'
import type { Held } from './transition.ts'

/** Enrols all attendees of a registration; those already enrolled stay. `made` is false if all of them were. */
export async function enrolRegistration(
  tx: Transaction,
  service: Events,
  held: Held,
  session: ConfiguredSession,
): Promise<{ made: boolean; enrolment: EnrolmentAnswer }> {
  const { row, attendees, moment } = held
  if (row.status !== 'confirmed')
    throw problem('invalid-transition', { detail: `The registration is ${row.status}.` })
  if (session.included === 1) return { made: false, enrolment: includedEnrolment(held, session.id) }
  const known = await listEnrolmentsIn(tx, row.id, session.id)
  const missing = attendees.filter(({ id }) => !known.some(({ attendee_id }) => attendee_id === id))
  if (missing.length > 0) {
    if (session.status !== 'active' || !isOpenTo(session, row.registration_type_id))
      throw problem('session-closed')
    checkClash(held, session)
    const attending = { session, attendeeIds: missing.map(({ id }) => id), certain: false }
    if (!(await enrol(tx, attending, { registration: row, moment }))) throw problem('capacity-full')
    const sessionIds = [...sessionIdsOf(row), session.id]
    await saveSessions(tx, service, held, { sessionIds, action: 'session-joined' })
  }
  const [first] = await listEnrolmentsIn(tx, row.id, session.id)
  if (first === undefined) throw problem('not-found')
  for (const enrolment of missing.length === 0 ? [] : await listEnrolmentsIn(tx, row.id, session.id))
    if (enrolment.status === 'registered') await noteEnrolment(tx, enrolment, 1)
  const primary = (await listEnrolmentsIn(tx, row.id, session.id)).find(
    ({ attendee_id }) => attendee_id === attendees[0]?.id,
  )
  return { made: missing.length > 0, enrolment: presentEnrolment(primary ?? first) }
}

function checkClash({ configuration, row, attendees }: Held, session: ConfiguredSession): void {
  const others = attendingOf(configuration, asChoosing(row, attendees)).map(
    (attending) => attending.session.id,
  )
  const own = attendees.flatMap(({ session_ids }): string[] => JSON.parse(session_ids))
  const ids = [...new Set([...others, ...own, session.id])]
  if (findClash(configuration, { ids, added: [session.id] })) throw problem('session-clash')
}

/** Refuses to remove an enrolment that does not exist, or to leave an included session. */
export async function removeEnrolment(
  tx: Transaction,
  service: Events,
  held: Held,
  session: ConfiguredSession,
): Promise<void> {
  const { row, attendees, configuration, moment } = held
  if (session.included === 1)
    throw problem('invalid-transition', { detail: 'The session is included for everyone.' })
  const known = await listEnrolmentsIn(tx, row.id, session.id)
  if (known.length === 0) throw problem('not-found')
  if (optionSessions(configuration, JSON.parse(row.options)).includes(session.id))
    throw problem('comes-with-option')
  let freed = false
  for (const enrolment of known) freed = (await disenrol(tx, enrolment, moment)) || freed
  const sessionIds = sessionIdsOf(row).filter((id) => id !== session.id)
  await saveSessions(tx, service, held, { sessionIds, action: 'session-left' })
  for (const attendee of attendees) await forgetSession(tx, attendee, { sessionId: session.id, moment })
  if (!freed) return
  await promoteSession(tx, service, configuration, { sessionId: session.id, moment })
  await promoteEvent(tx, service, configuration, moment)
}

/** Removes the session from those that this attendee alone requested. */
async function forgetSession(
  tx: Transaction,
  { id, session_ids }: AttendeeRow,
  { sessionId, moment }: { sessionId: string; moment: Moment },
): Promise<void> {
  const own: string[] = JSON.parse(session_ids)
  if (!own.includes(sessionId)) return
  const left = JSON.stringify(own.filter((other) => other !== sessionId))
  await replaceSessions(tx, { id, session_ids: left, ...at(moment) })
}

type Chosen = { sessionIds: readonly string[]; action: 'session-joined' | 'session-left' }

async function saveSessions(
  tx: Transaction,
  service: Events,
  { row, moment, actor }: Held,
  { sessionIds, action }: Chosen,
): Promise<void> {
  const changed = {
    ...row,
    ...nextVersion(row, moment),
    session_ids: JSON.stringify([...new Set(sessionIds)]),
  }
  if (!(await replaceRegistration(tx, changed, row.version)))
    throw new Error('a held registration stands still')
  await noteHistory(tx, service, { row, action, actor })
  await tellRegistration(tx, service, changed, ['registration.updated'])
  // Sessions are part of an attendee's answer, so clients that sync attendees must see the change.
  await markAttendees(tx, { registration_id: row.id, status: attendeeStatusOf(row.status), ...at(moment) })
}

function sessionIdsOf({ session_ids }: RegistrationRow): string[] {
  return JSON.parse(session_ids)
}

function includedEnrolment({ row, attendees }: Held, sessionId: string): EnrolmentAnswer {
  return {
    sessionId,
    registrationId: row.id,
    attendeeId: attendees[0]?.id ?? '',
    status: 'registered',
    createdAt: formatTime(row.registered_at),
    updatedAt: formatTime(row.updated_at),
  }
}

export function presentEnrolment(row: EnrolmentRow): EnrolmentAnswer {
  return {
    sessionId: row.session_id,
    registrationId: row.registration_id,
    attendeeId: row.attendee_id,
    status: row.status,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
  }
}
