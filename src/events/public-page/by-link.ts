import type { Transaction } from '../../kernel/database/database.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import { formOfVersion } from '../configuration/form.ts'
import { isActive } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { writeEntries } from '../form/entries.ts'
import { opensLink, readLinkId } from '../notifications/link.ts'
import { problem } from '../problems.ts'
import { type AttendeeRow, isLive, type RegistrationRow } from '../records/tables.ts'
import { changeRegistration } from '../registration/changes/change-registration.ts'
import { holdRegistration } from '../registration/changes/hold-registration.ts'
import { changeStatus, type Held } from '../registration/changes/transition.ts'
import { findRegistration, listAttendeesOf } from '../registration/registration-store.ts'
import { writeTicketCalendar } from '../schedules/calendar/writer.ts'
import { changeOfDraft } from './change-draft.ts'
import type { Draft, PersonDraft } from './draft.ts'
import { mayCancel } from './registration-view.ts'

/** The registration that a link opens, with its event. */
export type Linked = { readonly configuration: Configuration; readonly row: RegistrationRow }

/** The actor that history and audit log record for someone who uses the link. */
const ACTOR = 'attendee'

export async function findLinked(service: Events, token: string): Promise<Linked | undefined> {
  const id = readLinkId(token)
  const row = id === undefined ? undefined : await findRegistration(service.database, id)
  if (row === undefined || !opensLink(service, row, token)) return undefined
  return { row, configuration: await getConfiguration(service, row.organisation_id, row.event_id) }
}

/** Reads the registration again under a lock: a link that was withdrawn since it was opened is refused. */
function holdLinked(
  service: Events,
  { row }: Linked,
  work: (tx: Transaction, held: Held) => Promise<unknown>,
): Promise<unknown> {
  const named = { organisationId: row.organisation_id, registrationId: row.id, actor: ACTOR }
  return holdRegistration(service, named, {
    work: async (tx, held) => {
      if (held.row.link_generation !== row.link_generation) throw problem('not-found')
      return work(tx, held)
    },
  })
}

export async function cancelLinked(service: Events, linked: Linked): Promise<void> {
  await holdLinked(service, linked, async (tx, held) => {
    if (!mayCancel(held.configuration, held.moment.now)) throw problem('registration-closed')
    await changeStatus(tx, service, held, { status: 'cancelled', reason: null })
  })
}

/** Only offers can be accepted: people on the waiting list or awaiting approval cannot confirm themselves. */
export async function acceptLinked(service: Events, linked: Linked): Promise<void> {
  await holdLinked(service, linked, async (tx, held) => {
    if (held.row.status === 'confirmed') return
    if (held.row.status !== 'offered') throw problem('invalid-transition')
    await changeStatus(tx, service, held, { status: 'confirmed' })
  })
}

/**
 * Changes names, answers, options and sessions, all or nothing; an identical form changes nothing. The e-mail address
 * cannot be changed, because that would reveal which addresses are registered. The number of guests stays the same.
 */
export async function changeLinked(service: Events, linked: Linked, draft: Draft): Promise<void> {
  await holdLinked(service, linked, async (tx, held) => {
    if (!isActive(held.configuration.event, held.moment.now)) throw problem('registration-closed')
    const { status } = held.row
    if (!isLive(status) || status === 'offered') throw problem('invalid-transition')
    await changeRegistration(tx, service, held, { ...changeOfDraft(held, draft), unlessSame: true })
  })
}

/** Fills the form with the current registration, for editing. */
export async function draftOfLinked(service: Events, linked: Linked): Promise<Draft> {
  const { row, configuration } = linked
  const { timezone } = configuration.event
  const asked = { typeId: row.registration_type_id, version: row.form_version }
  const form = formOfVersion(configuration, asked)?.form ?? { sections: [] }
  const [, ...guests] = await listAttendeesOf(service.database, row.id)
  const entries = (answers: string) => writeEntries(form, JSON.parse(answers), timezone)
  const options: { optionId: string; quantity: number }[] = JSON.parse(row.options)
  return {
    token: '',
    typeId: row.registration_type_id,
    registrant: { ...personDraft(row), entries: entries(row.answers) },
    guests: guests.map((guest) => ({ ...personDraft(guest), entries: entries(guest.answers) })),
    options: Object.fromEntries(options.map(({ optionId, quantity }) => [optionId, quantity])),
    sessionIds: JSON.parse(row.session_ids),
  }
}

function personDraft(row: RegistrationRow | AttendeeRow): Omit<PersonDraft, 'entries'> {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email ?? '',
    phone: row.phone ?? '',
  }
}

export function calendarOfLinked(service: Events, { configuration, row }: Linked): string {
  const { event } = configuration
  return writeTicketCalendar({
    // Links to the event's page, not to the registration: people share calendars more freely than a personal link.
    url: `${service.urls.pages}/${event.code}`,
    registration: {
      id: row.id,
      // Grows with either's changes: calendars accept new times only with a higher number (RFC 5545 §3.8.7.4).
      version: row.version + event.version,
      updatedAt: Math.max(row.updated_at, event.updated_at),
      confirmationNumber: row.confirmation_number,
      cancelled: !isLive(row.status) || event.status === 'cancelled',
    },
    event: {
      title: event.title,
      description: event.description,
      start: event.starts_at,
      end: event.ends_at,
      venue: event.venue === null ? null : JSON.parse(event.venue),
      virtualUrl: row.status === 'confirmed' ? event.virtual_url : null,
    },
  })
}
