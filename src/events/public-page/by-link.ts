import { Fault } from '../../kernel/fault.ts'
import { isOpenTo } from '../attendees/attendee.ts'
import { updateAttendee } from '../attendees/attendee-change.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { Configuration, StoredForm } from '../configuration/configured.ts'
import { formOfVersion } from '../configuration/form.ts'
import type { Events } from '../events.ts'
import { isEmailAddress } from '../forms/addresses.ts'
import { writeEntries } from '../forms/entries.ts'
import { problem } from '../problems.ts'
import { changeRegistration, membersOf } from '../registrations/change-registration.ts'
import { holdRegistration } from '../registrations/hold-registration.ts'
import { findRegistration, listAttendeesOf } from '../registrations/registration-store.ts'
import { changeStatus } from '../registrations/transition.ts'
import { writeTicketCalendar } from '../schedules/calendar-writer.ts'
import { type AttendeeRow, isLive, type RegistrationRow } from '../tables.ts'
import type { Draft, PersonDraft } from './draft.ts'
import { readLinkToken } from './link.ts'
import { answersOfDraft, groupsAsked, guestOf, optionsOfDraft, personOf } from './page-input.ts'
import { mayChange } from './registration-view.ts'

/** What a link leads to. */
export type Linked = { readonly configuration: Configuration; readonly row: RegistrationRow }

/** What history and audit say of whoever holds the link. */
const ACTOR = 'attendee'

export async function findLinked(service: Events, token: string): Promise<Linked | undefined> {
  const id = readLinkToken(service, token)
  const row = id === undefined ? undefined : await findRegistration(service.database, id)
  if (row === undefined) return undefined
  return { row, configuration: await getConfiguration(service, row.organisation_id, row.event_id) }
}

function named({ row }: Linked) {
  return { organisationId: row.organisation_id, registrationId: row.id, actor: ACTOR }
}

export async function cancelLinked(service: Events, linked: Linked): Promise<void> {
  checkStage(service, linked)
  await holdRegistration(service, named(linked), {
    work: async (tx, held) => {
      await changeStatus(tx, service, held, { status: 'cancelled', reason: null })
    },
  })
}

/** Only an offer: who waits or asks for approval cannot let themselves in. */
export async function acceptLinked(service: Events, linked: Linked): Promise<void> {
  checkStage(service, linked)
  await holdRegistration(service, named(linked), {
    work: async (tx, held) => {
      if (held.row.status === 'confirmed') return
      if (held.row.status !== 'offered') throw problem('invalid-transition')
      await changeStatus(tx, service, held, { status: 'confirmed' })
    },
  })
}

function checkStage({ clock }: Events, { configuration }: Linked): void {
  if (!mayChange(configuration, clock.now())) throw problem('registration-closed')
}

function storedOf({ configuration, row }: Linked): StoredForm | undefined {
  return formOfVersion(configuration, { typeId: row.registration_type_id, version: row.form_version })
}

/** What the form shows where somebody wants to change it. */
export async function draftOfLinked(service: Events, linked: Linked): Promise<Draft> {
  const { row, configuration } = linked
  const { timezone } = configuration.event
  const form = storedOf(linked)?.form ?? { sections: [] }
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

/**
 * Names, answers, options and sessions. The address stays: who could change it could ask which ones are taken. Those who come
 * along are the same number as before.
 */
export async function changeLinked(service: Events, linked: Linked, draft: Draft): Promise<void> {
  checkStage(service, linked)
  if (!isLive(linked.row.status)) throw problem('invalid-transition')
  const { timezone } = linked.configuration.event
  const stored = storedOf(linked)
  const attendees = await listAttendeesOf(service.database, linked.row.id)
  const { firstName, lastName } = personOf(draft.registrant)
  checkNames(draft, attendees.length)
  for (const [index, attendee] of attendees.entries())
    await renameAttendee(service, linked, {
      attendee,
      at: `/attendees/${index}`,
      patch: index === 0 ? { firstName, lastName } : guestPatch(stored, draft.guests[index - 1], timezone),
    })
  const typeId = linked.row.registration_type_id
  await holdRegistration(service, named(linked), {
    work: async (tx, held) => {
      const known = membersOf(held.row)
      const members = {
        ...known,
        registrant: { ...known.registrant, firstName, lastName },
        answers: answersOfDraft(stored, draft, timezone),
        ...choicesOf(held.configuration, { typeId, stored }, { known, draft }),
      }
      await changeRegistration(tx, service, held, { members })
    },
  })
}

type Choices = Pick<ReturnType<typeof membersOf>, 'options' | 'sessionIds'>

/** What the page asks about is as it was sent; what it does not show stays. */
function choicesOf(
  configuration: Configuration,
  { typeId, stored }: { typeId: string | null; stored: StoredForm | undefined },
  { known, draft }: { known: Choices; draft: Draft },
): Choices {
  const groups = new Set(groupsAsked(configuration, { typeId, stored }).map(({ id }) => id))
  const sent = optionsOfDraft(configuration, { typeId, stored }, draft)
  const options = [...configuration.groups.values()].flatMap((group) => group.options)
  const closed = new Set(options.flatMap(({ id, status }) => (status === 'closed' ? [id] : [])))
  const isKept = ({ groupId, optionId }: Choices['options'][number]) =>
    !groups.has(groupId) || (closed.has(optionId) && !sent.some((one) => one.groupId === groupId))
  const bound = new Set(options.map(({ session_id }) => session_id))
  const isOffered = (id: string) => {
    const session = configuration.sessions.get(id)
    if (session === undefined || stored?.sessionSelection.max === 0) return false
    if (session.included === 1 || session.status !== 'active' || bound.has(id)) return false
    return isOpenTo(session, typeId)
  }
  return {
    options: [...known.options.filter(isKept), ...sent],
    sessionIds: [...known.sessionIds.filter((id) => !isOffered(id)), ...draft.sessionIds.filter(isOffered)],
  }
}

function checkNames(draft: Draft, count: number): void {
  const people = [draft.registrant, ...draft.guests.slice(0, count - 1)].map(personOf)
  const errors = people.flatMap((person, index) =>
    (['firstName', 'lastName'] as const)
      .filter((name) => person[name] === '' || person[name].length > 200)
      .map((name) => ({
        pointer: index === 0 ? `/registrant/${name}` : `/attendees/${index}/${name}`,
        code: person[name] === '' ? 'required' : 'maxLength',
        message: 'is required',
      })),
  )
  const addresses = draft.guests.slice(0, count - 1).flatMap(({ email }, index) => {
    const address = email.trim()
    if (address === '' || isEmailAddress(address)) return []
    return [{ pointer: `/attendees/${index + 1}/email`, code: 'pattern', message: 'is no e-mail address' }]
  })
  if (errors.length + addresses.length > 0) throw new Fault('invalid', { errors: [...errors, ...addresses] })
}

function guestPatch(stored: StoredForm | undefined, guest: PersonDraft | undefined, timezone: string) {
  if (guest === undefined) return {}
  const { firstName, lastName, answers, email } = guestOf(stored, guest, timezone)
  const cleared = Object.keys(guest.entries).map((name): [string, null] => [name, null])
  const known = new Set(stored?.form.sections.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const removed = Object.fromEntries(cleared.filter(([name]) => known.has(name)))
  return { firstName, lastName, email: email ?? null, answers: { ...removed, ...answers } }
}

type Renaming = { attendee: AttendeeRow; at: string; patch: Readonly<Record<string, unknown>> }

/** Only what is another; errors are told where the page shows them. */
async function renameAttendee(
  service: Events,
  { row }: Linked,
  { attendee, at, patch }: Renaming,
): Promise<void> {
  const before = { firstName: attendee.first_name, lastName: attendee.last_name }
  const { answers, ...names } = patch as { answers?: Record<string, unknown>; email?: string | null }
  const isSame =
    JSON.stringify({ ...before, ...names }) === JSON.stringify(before) &&
    (names.email === undefined || names.email === attendee.email) &&
    (answers === undefined || Object.keys(answers).length === 0)
  if (isSame || Object.keys(patch).length === 0) return
  try {
    await updateAttendee(service, {
      organisationId: row.organisation_id,
      attendeeId: attendee.id,
      actor: ACTOR,
      patch,
      whole: false,
      match: () => undefined,
    })
  } catch (error) {
    if (!(error instanceof Fault && error.kind === 'invalid')) throw error
    const errors = error.errors.map((one) => ({ ...one, pointer: at + one.pointer }))
    throw new Fault('invalid', { errors })
  }
}

export function calendarOfLinked(service: Events, { configuration, row }: Linked): string {
  const { event } = configuration
  return writeTicketCalendar({
    // The event's own page: a calendar is shared more easily than a link is meant to be.
    url: `${service.urls.pages}/${event.code}`,
    registration: {
      id: row.id,
      version: row.version,
      updatedAt: row.updated_at,
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
