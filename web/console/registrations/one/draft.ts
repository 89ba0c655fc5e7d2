import { answersOf, entriesOf, type FieldEntries, type FormSection } from '../../../../src/client/forms.ts'
import type { GroupAnswer, SessionAnswer } from '../../events/base/event-parts.ts'
import type { Registration } from '../base/setting.ts'

const members = ['firstName', 'lastName', 'email', 'phone', 'company', 'title'] as const
export type Member = (typeof members)[number]
export type Person = Readonly<Record<Member, string>>

/** A registration being edited. */
export type RegistrationDraft = {
  readonly typeId: string
  readonly registrant: Person
  readonly guests: readonly Person[]
  readonly entries: FieldEntries
  /** Quantity of each option. */
  readonly chosen: Readonly<Record<string, number>>
  readonly sessionIds: readonly string[]
  readonly note: string
  /** Separated by commas. */
  readonly tags: string
}

export const nobody: Person = { firstName: '', lastName: '', email: '', phone: '', company: '', title: '' }

export const emptyDraft: RegistrationDraft = {
  typeId: '',
  registrant: nobody,
  guests: [],
  entries: {},
  chosen: {},
  sessionIds: [],
  note: '',
  tags: '',
}

export function personOf(person: Readonly<Record<Member, string | null>>): Person {
  return Object.fromEntries(members.map((member) => [member, person[member] ?? ''])) as Person
}

type Parts = {
  readonly sections: readonly FormSection[]
  readonly groups: readonly GroupAnswer[]
  readonly sessions: readonly SessionAnswer[]
  readonly zone: string
}

export function draftOf(
  registration: Registration,
  { sections, groups, sessions, zone }: Parts,
): RegistrationDraft {
  const choosable = new Set(choosableSessions(sessions, groups).map(({ id }) => id))
  return {
    typeId: registration.registrationTypeId ?? '',
    registrant: personOf(registration.registrant),
    guests: [],
    entries: entriesOf(sections, registration.answers, zone),
    chosen: Object.fromEntries(registration.options.map(({ optionId, quantity }) => [optionId, quantity])),
    sessionIds: registration.sessionIds.filter((id) => choosable.has(id)),
    note: registration.note ?? '',
    tags: registration.tags.join(', '),
  }
}

/** Sessions that can be chosen separately: not those included for everyone or bound to an option. */
export function choosableSessions(
  sessions: readonly SessionAnswer[],
  groups: readonly GroupAnswer[],
): SessionAnswer[] {
  const bound = new Set(groups.flatMap(({ options }) => options.map(({ sessionId }) => sessionId)))
  return sessions.filter(({ id, included, status }) => !included && status === 'active' && !bound.has(id))
}

/** Sessions of the registration that can no longer be chosen: they stay when others change. */
function heldSessions({ sessionIds }: Registration, { sessions, groups }: Parts): string[] {
  const bound = new Set(groups.flatMap(({ options }) => options.map(({ sessionId }) => sessionId)))
  const held = sessions.filter(
    ({ id, included, status }) => !included && status !== 'active' && !bound.has(id),
  )
  return held.flatMap(({ id }) => (sessionIds.includes(id) ? [id] : []))
}

/** The option groups that a registration of the type is offered. */
export function groupsFor(groups: readonly GroupAnswer[], typeId: string): GroupAnswer[] {
  return groups.filter(
    ({ registrationTypeIds }) => registrationTypeIds.length === 0 || registrationTypeIds.includes(typeId),
  )
}

/** Fields that the registrant's own members fill, so they are not asked twice. */
export function filledFields(sections: readonly FormSection[]): Map<string, Member> {
  const fields = sections.flatMap((section) => section.fields)
  return new Map(
    fields.flatMap(({ name, personalData }) => (personalData === null ? [] : [[name, personalData]])),
  )
}

function answersIn(
  { entries, registrant }: RegistrationDraft,
  { sections, zone }: Parts,
): Record<string, unknown> {
  const answers = answersOf(sections, entries, zone)
  for (const [name, member] of filledFields(sections))
    if (registrant[member].trim() !== '') answers[name] = registrant[member].trim()
  return answers
}

function optionsIn({ chosen }: RegistrationDraft, groups: readonly GroupAnswer[]) {
  return groups.flatMap(({ id, options }) =>
    options.flatMap((option) => {
      const quantity = chosen[option.id]
      return quantity === undefined ? [] : [{ groupId: id, optionId: option.id, quantity }]
    }),
  )
}

function tagsIn({ tags }: RegistrationDraft): string[] {
  return [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
}

/** Members with a value; for a change also those that were cleared. */
export function personBody(person: Person, known?: Person): Record<string, string | null> {
  const entries = members.flatMap((member): [string, string | null][] => {
    const typed = person[member].trim()
    if (known !== undefined)
      return typed === known[member].trim() ? [] : [[member, typed === '' ? null : typed]]
    return typed === '' ? [] : [[member, typed]]
  })
  return Object.fromEntries(entries)
}

type Required = { firstName: string; lastName: string; email: string }

/** The body of a new registration. */
export function bodyOf(draft: RegistrationDraft, parts: Parts) {
  const { registrant, guests, typeId, note } = draft
  const own = personBody(registrant) as Required
  const answers = answersIn(draft, parts)
  const attendees =
    guests.length === 0 ? {} : { attendees: [own, ...guests.map((guest) => personBody(guest) as Required)] }
  return {
    registrant: { ...emptyRequired, ...own },
    ...attendees,
    ...(typeId === '' ? {} : { registrationTypeId: typeId }),
    options: optionsIn(draft, groupsFor(parts.groups, typeId)),
    sessionIds: [...draft.sessionIds],
    answers,
    source: 'console',
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    tags: tagsIn(draft),
  }
}

const emptyRequired: Required = { firstName: '', lastName: '', email: '' }

/** Only what differs from the registration as read; undefined if nothing does. */
export function patchOf(draft: RegistrationDraft, registration: Registration, parts: Parts) {
  const known = draftOf(registration, parts)
  const person = personBody(draft.registrant, known.registrant)
  // Both are compared as the form writes them, so that a different notation is not a change.
  const answers = diffAnswers(answersIn(draft, parts), answersIn(known, parts))
  const [options, before] = [optionsIn(draft, parts.groups), optionsIn(known, parts.groups)]
  const patch = {
    ...(Object.keys(person).length === 0 ? {} : { registrant: person }),
    ...(draft.typeId === known.typeId ? {} : { registrationTypeId: draft.typeId || null }),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
    ...(same(options, before) ? {} : { options }),
    ...(same(draft.sessionIds.toSorted(), known.sessionIds.toSorted())
      ? {}
      : { sessionIds: [...draft.sessionIds, ...heldSessions(registration, parts)] }),
    ...(draft.note.trim() === known.note.trim()
      ? {}
      : { note: draft.note.trim() === '' ? null : draft.note.trim() }),
    ...(same(tagsIn(draft), tagsIn(known)) ? {} : { tags: tagsIn(draft) }),
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

/** RFC 7396: null removes an answer. */
function diffAnswers(
  typed: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = Object.entries(typed).filter(([name, answer]) => !same(answer, known[name]))
  const gone = Object.keys(known).filter((name) => !Object.hasOwn(typed, name))
  return Object.fromEntries([...changed, ...gone.map((name) => [name, null])])
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
