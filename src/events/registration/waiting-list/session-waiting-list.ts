import type { Transaction } from '../../../kernel/database/database.ts'
import { noteEnrolment } from '../../attendance/attendance-end.ts'
import { touchAttendee } from '../../attendee/attendee-store.ts'
import { findSession } from '../../configuration/event-store.ts'
import { isActive } from '../../configuration/opening.ts'
import type { Configuration, ConfiguredSession } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { sendMail, wantsMail } from '../../notifications/send-mail.ts'
import { findPlace, grantPlaces } from '../../places/place-store.ts'
import type { EnrolmentRow, PlaceRow } from '../../records/tables.ts'
import type { Moment } from '../../tracking.ts'
import { changeEnrolment } from '../enrolment-store.ts'
import { noteHistory } from '../history.ts'
import { findRegistration } from '../registration-store.ts'
import { touchRegistration } from '../touch-registration.ts'
import { enqueueServing, MOST_AT_ONCE, serveSessionLater } from './serving.ts'
import { listWaitingFor } from './waiting-list-store.ts'

type Serving = { readonly sessionId: string; readonly moment: Moment }

/**
 * Gives free places of a session to its waiting list, first come, first served. Runs in the transaction that freed the
 * places, which holds the event's row; a job continues with those who are left. Does nothing if the event or session is
 * cancelled or over.
 */
export async function promoteSession(
  tx: Transaction,
  service: Events,
  configuration: Configuration,
  { sessionId, moment }: Serving,
): Promise<void> {
  const place = await findPlace(tx, sessionId)
  if (place === undefined || place.waiting === 0) return
  const eventId = configuration.event.id
  if (place.serving === 1) return enqueueServing(tx, service, eventId)
  const { done } = await promoteInSession(tx, service, configuration, { place, moment, most: MOST_AT_ONCE })
  if (!done) await serveSessionLater(tx, service, { eventId, sessionId })
}

type Promoting = { readonly place: PlaceRow; readonly moment: Moment; readonly most: number }

/** Promotes at most so many; `done` tells whether nobody else can get a place now. */
export async function promoteInSession(
  tx: Transaction,
  service: Events,
  { event, sessions }: Configuration,
  { place, moment, most }: Promoting,
): Promise<{ count: number; done: boolean }> {
  const { id, capacity, taken } = place
  if (!isActive(event, moment.now) || !servesWaitingList(sessions.get(id), moment.now))
    return { count: 0, done: true }
  const free = capacity === null ? Number.POSITIVE_INFINITY : capacity - taken
  if (free <= 0) return { count: 0, done: true }
  const waiting = await listWaitingFor(tx, id, Math.min(free, most + 1))
  const promoted = waiting.slice(0, most)
  for (const enrolment of promoted) {
    if (!(await changeEnrolment(tx, enrolment, { to: 'registered', updated_at: moment.now })))
      throw new Error('an enrolment changes only in transactions that hold the event')
    await noteEnrolment(tx, enrolment, 1)
  }
  const count = promoted.length
  if (count > 0 && !(await grantPlaces(tx, id, { taken: count, held: 0, waiting: -count, line: 0 })))
    throw new Error('places change only in transactions that hold the event')
  await tellPromoted(tx, service, promoted, moment)
  return { count, done: waiting.length === count }
}

/** Notifies once per registration, however many of its attendees got a place. */
async function tellPromoted(
  tx: Transaction,
  service: Events,
  promoted: readonly EnrolmentRow[],
  moment: Moment,
): Promise<void> {
  for (const id of new Set(promoted.map(({ registration_id }) => registration_id))) {
    const own = promoted.filter(({ registration_id }) => registration_id === id)
    await touchRegistration(tx, service, id, moment)
    for (const { attendee_id } of own) await touchAttendee(tx, attendee_id, moment)
    await noteHistory(tx, service, { row: { id }, action: 'session-promoted', actor: 'waiting-list' })
    const row = await findRegistration(tx, id)
    const session = own[0] && row && (await findSession(tx, row.organisation_id, own[0].session_id))
    if (row !== undefined && session !== undefined && (await wantsMail(tx, service, row)))
      await sendMail(tx, service, { row, kind: 'sessionPromoted', session: session.title })
  }
}

/** Whether people on a session's waiting list can still get a place. */
export function servesWaitingList(
  session: Pick<ConfiguredSession, 'status' | 'ends_at'> | undefined,
  now: number,
): boolean {
  return session !== undefined && session.status !== 'cancelled' && now < session.ends_at
}
