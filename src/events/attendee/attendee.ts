import type { Reader, Transaction } from '../../kernel/database/database.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { type CountScope, sumByStatus } from '../places/status-count-store.ts'
import { problem } from '../problems.ts'
import { type AttendeeAnswer, attendeeRecord } from '../records/attendee.ts'
import type { AttendeeRow, AttendeeStatus, RegistrationRow, RegistrationStatus } from '../records/tables.ts'
import { indexWords } from '../text-store.ts'
import { type EnrolmentOf, readEnrolmentsOf, readIncludedOf, readTypesOf } from './attendee-page-store.ts'
import { findAttendee, findEnrolledAttendee } from './attendee-store.ts'

/** Inside a transaction, `database` is the transaction. */
type AttendeeSource = Pick<Events, 'configurations'> & { readonly database: Reader }

export async function getAttendee(
  { database }: { readonly database: Reader },
  organisationId: string,
  { attendeeId, eventId }: { attendeeId: string; eventId?: string },
): Promise<AttendeeRow> {
  const row = await findAttendee(database, attendeeId)
  if (!isNamed(row, organisationId, eventId)) throw problem('not-found')
  return row
}

/** The same as the API answers it, read with its sessions in one statement. */
export async function readAttendee(
  source: AttendeeSource,
  organisationId: string,
  { attendeeId, eventId }: { attendeeId: string; eventId?: string },
): Promise<AttendeeAnswer> {
  const row = await findEnrolledAttendee(source.database, attendeeId)
  if (!isNamed(row, organisationId, eventId)) throw problem('not-found')
  const enrolments = (row.enrolled ?? '')
    .split(' ')
    .filter((id) => id !== '')
    .map((session_id) => ({ attendee_id: row.id, session_id }))
  const sessions = await sessionsOf(source, [row], enrolments)
  return attendeeRecord.toAnswer(row, { sessionIds: sessions.get(row.id) ?? [] })
}

function isNamed<R extends AttendeeRow>(
  row: R | undefined,
  organisationId: string,
  eventId: string | undefined,
): row is R {
  if (row === undefined || row.organisation_id !== organisationId || row.deleted_at !== null) return false
  return eventId === undefined || row.event_id === eventId
}

/** Limits a search by words to the attendees of an organisation or of an event. */
export function attendeeScope(organisationOrEventId: string): string {
  return `at${organisationOrEventId}`
}

/**
 * Must run in every transaction that writes an attendee. The primary attendee can be found by the registrant's name and
 * address, too.
 */
export async function indexAttendee(
  tx: Transaction,
  row: AttendeeRow,
  { confirmation_number, first_name, last_name, email, company }: RegistrationRow,
): Promise<void> {
  const registrant = row.is_guest === 0 ? [first_name, last_name, email, company] : []
  const names = [row.first_name, row.last_name, row.email, row.company, row.title]
  await indexWords(tx, row.id, {
    scopes: [attendeeScope(row.organisation_id), attendeeScope(row.event_id)],
    texts: [...names, confirmation_number, ...registrant],
  })
}

export function attendeeStatusOf(status: RegistrationStatus): AttendeeStatus {
  if (status === 'confirmed') return 'active'
  return status === 'pending' || status === 'waitlisted' || status === 'offered' ? 'waitlisted' : 'cancelled'
}

/** How many people there are, from counters; undefined if they cannot tell. */
export function countPeople(
  db: Reader,
  { status, ...scope }: CountScope & { status: AttendeeStatus | undefined },
): Promise<number | undefined> {
  const has = (of: RegistrationStatus) => status === undefined || attendeeStatusOf(of) === status
  return sumByStatus(db, scope, { count: 'people', has })
}

export async function presentAttendees(
  source: AttendeeSource,
  rows: readonly AttendeeRow[],
): Promise<AttendeeAnswer[]> {
  const enrolments = await readEnrolmentsOf(
    source.database,
    rows.map(({ id }) => id),
  )
  const sessions = await sessionsOf(source, rows, enrolments)
  return rows.map((row) => attendeeRecord.toAnswer(row, { sessionIds: sessions.get(row.id) ?? [] }))
}

type IncludedSession = { id: string; typeIds: readonly string[] }

/** Live enrolments, plus the included sessions, which an active attendee attends without an enrolment. */
async function sessionsOf(
  source: AttendeeSource,
  rows: readonly AttendeeRow[],
  enrolments: readonly EnrolmentOf[],
): Promise<ReadonlyMap<string, string[]>> {
  const sessions = new Map<string, Set<string>>()
  const add = (attendeeId: string, sessionId: string) => {
    const known = sessions.get(attendeeId)
    if (known === undefined) sessions.set(attendeeId, new Set([sessionId]))
    else known.add(sessionId)
  }
  for (const { attendee_id, session_id } of enrolments) add(attendee_id, session_id)
  const active = rows.filter(({ status }) => status === 'active')
  const included = await readIncluded(source, [...new Set(active.map(({ event_id }) => event_id))])
  const limited = active.filter(({ event_id }) =>
    included.get(event_id)?.some(({ typeIds }) => typeIds.length > 0),
  )
  const registrationIds = [...new Set(limited.map(({ registration_id }) => registration_id))]
  const types = new Map(
    (await readTypesOf(source.database, registrationIds)).map((row) => [row.id, row.registration_type_id]),
  )
  for (const { id, event_id, registration_id } of active)
    for (const session of included.get(event_id) ?? [])
      if (isOpenTo(session, types.get(registration_id) ?? null)) add(id, session.id)
  return new Map([...sessions].map(([id, ids]) => [id, [...ids].sort()]))
}

/** A session or group of options that names no type is for all of them. */
export function isOpenTo(
  { typeIds }: { readonly typeIds: readonly string[] },
  typeId: string | null,
): boolean {
  return typeIds.length === 0 || (typeId !== null && typeIds.includes(typeId))
}

/** Configurations in memory are used; the others are read in one query. */
async function readIncluded(
  { configurations, database }: AttendeeSource,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, IncludedSession[]>> {
  const found = new Map<string, IncludedSession[]>()
  const missing: string[] = []
  for (const eventId of eventIds) {
    const known = configurations.get(eventId)
    if (known === undefined) missing.push(eventId)
    else found.set(eventId, includedIn(known))
  }
  for (const row of await readIncludedOf(database, missing)) {
    if (row.status === 'cancelled') continue
    const session = { id: row.id, typeIds: JSON.parse(row.registration_type_ids) as string[] }
    found.set(row.event_id, [...(found.get(row.event_id) ?? []), session])
  }
  return found
}

function includedIn({ sessions }: Configuration): IncludedSession[] {
  return [...sessions.values()].filter(({ included, status }) => included === 1 && status !== 'cancelled')
}
