import type { Reader } from '../../kernel/database/database.ts'
import { presentAttendees } from '../attendee/attendee.ts'
import { findConfiguration } from '../configuration/configuration.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { readPage } from '../lists/list-store.ts'
import { problem } from '../problems.ts'
import type { AttendeeAnswer } from '../records/attendee.ts'
import type { RegistrationAnswer } from '../records/registration.ts'
import { type AttendeeRow, isLive, type RegistrationRow } from '../records/tables.ts'
import { readPosition, readPositions } from './position.ts'
import { registrationAnswer } from './registration-answer.ts'
import { includedSessions, optionSessions } from './registration-plan.ts'
import { findRegistration } from './registration-store.ts'

type Named = { organisationId: string; registrationId: string; eventId?: string }

export async function getRegistration(db: Reader, named: Named): Promise<RegistrationRow> {
  const row = await findRegistration(db, named.registrationId)
  if (row === undefined || row.organisation_id !== named.organisationId) throw problem('not-found')
  if (named.eventId !== undefined && row.event_id !== named.eventId) throw problem('not-found')
  return row
}

/** A page of registrations, in a few queries however many there are. */
export async function presentRegistrations(
  service: Events,
  rows: readonly RegistrationRow[],
): Promise<RegistrationAnswer[]> {
  // Undefined if the event has just been deleted: its registrations are erased in slices.
  const configurations = new Map<string, Configuration | undefined>()
  for (const { event_id } of rows)
    if (!configurations.has(event_id))
      configurations.set(event_id, await findConfiguration(service, event_id))
  const attendees = await attendeesByRegistration(service, rows)
  const positions = await readPositions(service.database, service, rows)
  return rows.map((row) => {
    const configuration = configurations.get(row.event_id)
    return registrationAnswer(row, {
      attendees: attendees.get(row.id) ?? [],
      sessionIds: configuration === undefined ? [] : sessionsOf(configuration, row),
      waitlistPosition: positions.get(row.id) ?? null,
      now: service.clock.now(),
    })
  })
}

/** The registration as the current transaction has changed it. */
export async function presentChanged(
  tx: Reader,
  service: Events,
  {
    configuration,
    row,
    attendees,
  }: { configuration: Configuration; row: RegistrationRow; attendees: readonly AttendeeRow[] },
): Promise<RegistrationAnswer> {
  const source = { configurations: { ...service.configurations, get: () => configuration }, database: tx }
  return registrationAnswer(row, {
    attendees: await presentAttendees(source, attendees),
    sessionIds: sessionsOf(configuration, row),
    waitlistPosition: await readPosition(tx, service, row),
    now: service.clock.now(),
  })
}

/** Requested, bound to options, or included for everyone; without deleted sessions. */
export function sessionsOf(configuration: Configuration, row: RegistrationRow): string[] {
  const asked: string[] = JSON.parse(row.session_ids)
  const bound = optionSessions(configuration, JSON.parse(row.options))
  const included = isLive(row.status) ? includedSessions(configuration, row.registration_type_id) : []
  return [...new Set([...asked, ...bound, ...included])].filter((id) => configuration.sessions.has(id))
}

async function attendeesByRegistration(
  service: Events,
  rows: readonly RegistrationRow[],
): Promise<Map<string, AttendeeAnswer[]>> {
  const found = new Map<string, AttendeeAnswer[]>()
  if (rows.length === 0) return found
  const attendees = await readPage<AttendeeRow>(service.database, {
    table: 'events_attendees',
    filters: [{ column: 'registration_id', op: 'in', value: rows.map(({ id }) => id) }],
    order: ['registration_id', 'is_guest', 'id'],
    limit: 100_000,
  })
  for (const answer of await presentAttendees(service, attendees))
    found.set(answer.registrationId, [...(found.get(answer.registrationId) ?? []), answer])
  return found
}
