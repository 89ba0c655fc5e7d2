import { Fault, type FieldError } from '../../kernel/base/fault.ts'
import { findErrors } from '../../kernel/contract/validate.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import { formFor } from '../configuration/configuration.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import type { Events } from '../events.ts'
import type { Field, Form } from '../form/definition.ts'
import { readEntries } from '../form/entries.ts'
import { isEmailAddress } from '../form/values/addresses.ts'
import { PAGE_SOURCE } from '../notifications/send-mail.ts'
import { type RegistrationInput, registrationInput } from '../records/registration.ts'
import { type PlannedInput, planInput } from '../registration/registration-plan.ts'
import type { Draft, PersonDraft } from './draft.ts'

/** The page asks everyone for these, so a form field linked to one of them is not asked again. */
const askedOfAll: ReadonlySet<string | null> = new Set(['firstName', 'lastName', 'email'])

function isAskedOfAll({ personalData, type, visibleIf }: Field): boolean {
  return askedOfAll.has(personalData) && visibleIf === null && (type === 'text' || type === 'email')
}

/** Whether guests are asked this field too. */
export function isAskedOfGuests(field: Field): boolean {
  return field.perAttendee && !isAskedOfAll(field)
}

/** A draft that names no type of the event gets the first open one. */
export function withType({ clock }: Events, { event, types }: Configuration, draft: Draft): Draft {
  if (draft.typeId !== null && types.has(draft.typeId)) return draft
  const all = [...types.values()]
  const first = all.find((type) => isOpen(event, type, clock.now())) ?? all[0]
  return { ...draft, typeId: first?.id ?? null }
}

/** Plans the registration that a draft with a type asks for, or reports all errors at once. */
export function checkDraft(configuration: Configuration, draft: Draft): PlannedInput {
  const input = inputOf(configuration, draft)
  const errors = findInputErrors(configuration, input, draft)
  try {
    const planned = planInput(configuration, input)
    if (errors.length === 0) return planned
  } catch (error) {
    if (!(error instanceof Fault && error.kind === 'invalid')) throw error
    errors.push(...error.errors)
  }
  throw new Fault('invalid', { errors })
}

/** Converts a draft into a registration for the service; answers that belong to another type are left out. */
function inputOf(configuration: Configuration, draft: Draft): RegistrationInput {
  const { typeId } = draft
  const stored = formFor(configuration, typeId)
  const { event } = configuration
  const registrant = personOf(draft.registrant)
  const guests = draft.guests.slice(0, event.max_guests)
  return {
    registrant: { ...registrant, ...phoneOf(draft.registrant) },
    ...(typeId === null ? {} : { registrationTypeId: typeId }),
    ...(guests.length === 0
      ? {}
      : {
          attendees: [
            { ...registrant, ...phoneOf(draft.registrant) },
            ...guests.map((guest) => guestOf(stored, guest, event.timezone)),
          ],
        }),
    answers: answersOfDraft(stored, draft, event.timezone),
    options: optionsOfDraft(configuration, { typeId, stored }, draft),
    sessionIds: draft.sessionIds.filter((id) => configuration.sessions.has(id)),
    source: PAGE_SOURCE,
  }
}

export function answersOfDraft(
  stored: StoredForm | undefined,
  { registrant }: Draft,
  timezone: string,
): Record<string, unknown> {
  const form = stored?.form ?? { sections: [] }
  return readEntries(
    fieldsOf(form, (field) => !isAskedOfAll(field)),
    registrant.entries,
    timezone,
  )
}

/** The form reduced to some of its fields. */
function fieldsOf(form: Form, isIn: (field: Field) => boolean): Form {
  return { sections: form.sections.map((section) => ({ ...section, fields: section.fields.filter(isIn) })) }
}

export function guestOf(stored: StoredForm | undefined, guest: PersonDraft, timezone: string) {
  const form = fieldsOf(stored?.form ?? { sections: [] }, isAskedOfGuests)
  const { email, ...person } = personOf(guest)
  return {
    ...person,
    ...(email === '' ? {} : { email }),
    answers: readEntries(form, guest.entries, timezone),
  }
}

export function personOf({ firstName, lastName, email }: PersonDraft) {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
}

function phoneOf({ phone }: PersonDraft): { phone?: string } {
  const plain = phone.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  return plain === '' ? {} : { phone: plain }
}

type AskedBy = { typeId: string | null; stored: StoredForm | undefined }

/** The option groups that a form offers to a type. */
export function groupsAsked({ groups }: Configuration, { typeId, stored }: AskedBy) {
  const shown = stored?.optionGroupIds ?? []
  return [...groups.values()].filter(
    (group) => isOpenTo(group, typeId) && (shown.length === 0 || shown.includes(group.id)),
  )
}

export function optionsOfDraft(configuration: Configuration, asked: AskedBy, { options }: Draft) {
  return groupsAsked(configuration, asked).flatMap((group) =>
    group.options
      .filter(({ id }) => Object.hasOwn(options, id))
      .map(({ id }) => ({ groupId: group.id, optionId: id, quantity: options[id] ?? 1 })),
  )
}

/** Errors in names and addresses. */
function findInputErrors({ event }: Configuration, input: RegistrationInput, draft: Draft): FieldError[] {
  const errors = findErrors(registrationInput, input, '').map((error) => sharpen(error, input))
  const { email } = input.registrant
  if (!errors.some(({ pointer }) => pointer === '/registrant/email') && !isEmailAddress(email))
    errors.push({ pointer: '/registrant/email', code: 'format', message: 'is no e-mail address' })
  if (draft.guests.length > event.max_guests)
    errors.push({ pointer: '/attendees', code: 'maxItems', message: 'has too many guests' })
  return errors
}

/** Reports an empty text as missing, and a pattern violation as a wrong format. */
function sharpen(error: FieldError, input: RegistrationInput): FieldError {
  const value = error.pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], input)
  if (value === '' || value === undefined) return { ...error, code: 'required' }
  return error.code === 'pattern' ? { ...error, code: 'format' } : error
}
