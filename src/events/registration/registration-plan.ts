import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '../../kernel/base/fault.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import { formFor } from '../configuration/configuration.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import { checkAnswers, choicesOf } from '../form/answers.ts'
import type { Form } from '../form/definition.ts'
import { problem } from '../problems.ts'
import type { AttendeeInput } from '../records/attendee.ts'
import {
  type ChosenOption,
  type RegistrantInput,
  type RegistrationInput,
  registrationRecord,
} from '../records/registration.ts'
import { fieldError, invalid } from '../refusal.ts'
import { checkOptions } from './option-choice.ts'

export type PlannedAttendee = {
  readonly person: Omit<AttendeeInput, 'answers' | 'sessionIds'>
  readonly answers: Readonly<Record<string, unknown>>
  /** The choices of the form that the answers take. */
  readonly choiceIds: readonly string[]
  readonly sessionIds: readonly string[]
}

/** What a registration asks for, validated except for the availability of places. */
export type Plan = {
  readonly typeId: string | null
  readonly stored: StoredForm | undefined
  readonly registrant: RegistrantInput
  readonly attendees: readonly PlannedAttendee[]
  readonly options: readonly ChosenOption[]
  /** Sessions for all attendees. */
  readonly sessionIds: readonly string[]
}

export type Wanted = {
  readonly typeId: string | null | undefined
  readonly registrant: RegistrantInput
  readonly attendees: readonly AttendeeInput[]
  readonly options: readonly { groupId: string; optionId: string; quantity?: number }[]
  readonly sessionIds: readonly string[]
  readonly answers: Readonly<Record<string, unknown>>
}

/**
 * A registration before a change. Parts that the change leaves alone are not judged again, whatever the organiser has
 * changed since.
 */
type Standing = {
  readonly typeId: string | null
  /** The form version that it was made with. */
  readonly stored: StoredForm | undefined
  readonly options: readonly ChosenOption[]
  readonly sessionIds: readonly string[]
  readonly attendees: readonly Pick<PlannedAttendee, 'answers' | 'sessionIds'>[]
}

/** What somebody asks for, with its plan by one revision of the configuration. */
export type PlannedInput = {
  readonly input: RegistrationInput
  readonly plan: Plan
  readonly revision: number
}

export function planInput(configuration: Configuration, input: RegistrationInput): PlannedInput {
  const { attendees = [], options = [], sessionIds = [], answers = {} } = input
  const lists = { attendees, options, sessionIds, answers }
  const plan = planRegistration(configuration, { ...input, ...lists, typeId: input.registrationTypeId })
  return { input, plan, revision: configuration.revision }
}

export function planRegistration(configuration: Configuration, wanted: Wanted, standing?: Standing): Plan {
  const errors: FieldError[] = []
  const typeId =
    standing !== undefined && wanted.typeId === standing.typeId
      ? standing.typeId
      : chooseType(configuration, wanted.typeId, errors)
  if (errors.length > 0) throw invalid(errors)
  // Another type has other questions, options and sessions, so everything is judged again.
  const kept = standing?.typeId === typeId ? standing : undefined
  const stored = kept === undefined ? formFor(configuration, typeId) : kept.stored
  const people = wanted.attendees.length === 0 ? [wanted.registrant] : wanted.attendees
  const form = stored?.form ?? { sections: [] }
  const attendees = people.map((person, index) => planAttendee(form, { person, index, wanted, errors, kept }))
  const options = wanted.options.map(({ quantity = 1, ...option }) => ({ ...option, quantity }))
  const chosen = { typeId, stored, options }
  errors.push(...checkOptions(configuration, { ...chosen, standing: standing?.options, kept: kept?.options }))
  errors.push(...checkSessions(configuration, { typeId, stored, wanted, standing, kept }))
  if (errors.length > 0) throw invalid(errors)
  const registrant = fillRegistrant(form, wanted, attendees)
  const plan = {
    typeId,
    stored,
    registrant,
    attendees: standing === undefined ? fillPrimary(attendees, { wanted, registrant }) : attendees,
    options,
    sessionIds: sessionsAsked(configuration, { options, wanted, standing }),
  }
  checkClashes(configuration, plan, standing)
  return plan
}

/** The columns that a client may set: as sent, except for what the plan has changed. */
export function plannedColumns(
  sent: Omit<RegistrationInput, 'registrant'>,
  { registrant, typeId, attendees, options, sessionIds }: Plan,
) {
  const planned = {
    registrant,
    registrationTypeId: typeId,
    options,
    sessionIds,
    answers: attendees[0]?.answers ?? {},
  }
  return registrationRecord.toRow(Object.assign({}, sent, planned), '')
}

/** Leaves out sessions that come with options or the type: callers send back what they read, and these are added anyway. */
function sessionsAsked(
  configuration: Configuration,
  { options, wanted, standing }: Pick<Plan, 'options'> & { wanted: Wanted; standing: Standing | undefined },
): string[] {
  const bound = new Set(standing === undefined ? [] : optionSessions(configuration, options))
  return [...new Set(wanted.sessionIds)].filter(
    (id) =>
      standing?.sessionIds.includes(id) || (configuration.sessions.get(id)?.included === 0 && !bound.has(id)),
  )
}

function chooseType(
  { types }: Configuration,
  given: string | null | undefined,
  errors: FieldError[],
): string | null {
  if (given !== null && given !== undefined) {
    if (!types.has(given))
      errors.push(fieldError('/registrationTypeId', 'unknown', 'is no type of this event'))
    return given
  }
  const [only, second] = types.keys()
  if (second !== undefined)
    errors.push(fieldError('/registrationTypeId', 'required', 'is required: the event has several types'))
  return only ?? null
}

type Asked = {
  person: AttendeeInput
  index: number
  wanted: Wanted
  errors: FieldError[]
  kept: Standing | undefined
}

/** The first attendee answers for the registration; the others are guests. */
function planAttendee(form: Form, { person, index, wanted, errors, kept }: Asked): PlannedAttendee {
  const { answers: own = {}, sessionIds = [], ...members } = person
  const given = index === 0 ? { ...own, ...wanted.answers } : own
  const known = kept?.attendees[index]?.answers
  const plan = (answers: PlannedAttendee['answers']) => ({
    person: members,
    answers,
    choiceIds: choicesOf(form, answers),
    sessionIds: [...new Set(sessionIds)],
  })
  if (known !== undefined && isDeepStrictEqual(known, given)) return plan(known)
  const filled = { ...personalAnswers(form, members), ...given }
  const at = index === 0 ? '' : `/attendees/${index}`
  const checked = checkAnswers(form, filled, { guest: index > 0, at })
  errors.push(...checked.errors)
  return plan(checked.answers)
}

type Member = 'firstName' | 'lastName' | 'email' | 'phone' | 'company' | 'title'

/** A field linked to a member of the person need not be answered twice. */
function personalAnswers(form: Form, person: Readonly<Partial<Record<Member, string | null | undefined>>>) {
  const filled = personalFields(form).flatMap(({ name, personalData }): [string, string][] => {
    const value = person[personalData]
    return value === null || value === undefined || value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(filled)
}

function personalFields(form: Form): { name: string; personalData: Member }[] {
  return form.sections
    .flatMap(({ fields }) => fields)
    .flatMap(({ name, personalData }) => (personalData === null ? [] : [{ name, personalData }]))
}

/** Answers fill in members that the registrant leaves out. */
function fillRegistrant(
  form: Form,
  { registrant }: Wanted,
  [primary]: readonly PlannedAttendee[],
): RegistrantInput {
  const filled = personalFields(form).flatMap(({ name, personalData }): [string, string][] => {
    const answer = primary?.answers[name]
    return typeof answer === 'string' && !registrant[personalData] ? [[personalData, answer]] : []
  })
  return filled.length === 0 ? registrant : { ...registrant, ...Object.fromEntries(filled) }
}

/** A registrant who attends is one person, so the attendee gets the same members. */
function fillPrimary(
  attendees: readonly PlannedAttendee[],
  { wanted, registrant }: { wanted: Wanted; registrant: RegistrantInput },
): readonly PlannedAttendee[] {
  const [primary, ...guests] = attendees
  if (primary === undefined || registrant === wanted.registrant) return attendees
  if (!isDeepStrictEqual(primary.person, wanted.registrant)) return attendees
  return [{ ...primary, person: registrant }, ...guests]
}

type SessionCheck = {
  typeId: string | null
  stored: StoredForm | undefined
  wanted: Wanted
  standing: Standing | undefined
  /** Only if the type is the same as before. */
  kept: Standing | undefined
}

function checkSessions(
  configuration: Configuration,
  { typeId, stored, wanted, standing, kept }: SessionCheck,
): FieldError[] {
  const check = (id: string, pointer: string, had: readonly string[]): FieldError[] => {
    const stands = had.includes(id)
    if (stands && kept !== undefined) return []
    const session = configuration.sessions.get(id)
    if (session === undefined) return [fieldError(pointer, 'unknown', 'is no session of this event')]
    if (!isOpenTo(session, typeId))
      return [fieldError(pointer, 'registration-type', 'is not open to this registration type')]
    if (session.status !== 'active' && !stands) return [fieldError(pointer, 'closed', `is ${session.status}`)]
    return []
  }
  const own = wanted.attendees.flatMap(({ sessionIds = [] }, index) =>
    sessionIds.flatMap((id, place) =>
      check(id, `/attendees/${index}/sessionIds/${place}`, standing?.attendees[index]?.sessionIds ?? []),
    ),
  )
  const had = standing === undefined ? [] : sessionsHad(configuration, standing)
  const shared = wanted.sessionIds.flatMap((id, place) => check(id, `/sessionIds/${place}`, had))
  const isSame = kept !== undefined && new Set([...had, ...wanted.sessionIds]).size === had.length
  const asSelected = isSame && kept.sessionIds.every((id) => wanted.sessionIds.includes(id))
  return [...shared, ...own, ...(asSelected ? [] : checkSelection(configuration, stored, wanted.sessionIds))]
}

/** Sessions of all attendees: requested, with an option, or included for the type. */
function sessionsHad(configuration: Configuration, { typeId, options, sessionIds }: Standing): string[] {
  const bound = optionSessions(configuration, options)
  return [...new Set([...sessionIds, ...bound, ...includedSessions(configuration, typeId)])]
}

function checkSelection(
  { sessions }: Configuration,
  stored: StoredForm | undefined,
  sessionIds: readonly string[],
): FieldError[] {
  const { min, max } = stored?.sessionSelection ?? { min: 0, max: null }
  const chosen = new Set(sessionIds.filter((id) => sessions.get(id)?.included === 0)).size
  const pointer = '/sessionIds'
  if (chosen < min) return [fieldError(pointer, 'minItems', `must name at least ${min} sessions`)]
  if (max !== null && chosen > max)
    return [fieldError(pointer, 'maxItems', `must name at most ${max} sessions`)]
  return []
}

function checkClashes(configuration: Configuration, plan: Plan, standing: Standing | undefined): void {
  const idsOf = ({ sessionIds, options, attendees }: Omit<Standing, 'typeId' | 'stored'>) => {
    const shared = [...sessionIds, ...optionSessions(configuration, options)]
    return attendees.map((attendee) => new Set([...shared, ...attendee.sessionIds]))
  }
  const before = standing === undefined ? [] : idsOf(standing)
  for (const [index, ids] of idsOf(plan).entries()) {
    const added = [...ids].filter((id) => before[index]?.has(id) !== true)
    if (findClash(configuration, { ids: [...ids], added })) throw problem('session-clash')
  }
}

/**
 * Whether an added session overlaps with another one. Included sessions do not count, nor do two sessions that the
 * registration already has: the organiser moved them.
 */
export function findClash(
  { sessions }: Configuration,
  { ids, added }: { ids: readonly string[]; added: readonly string[] },
): boolean {
  if (added.length === 0) return false
  const chosen = ids
    .flatMap((id) => sessions.get(id) ?? [])
    .filter(({ included, status }) => included === 0 && status !== 'cancelled')
  const fresh = new Set(added)
  return chosen.some(
    (session) =>
      fresh.has(session.id) &&
      chosen.some(
        (other) =>
          other !== session && other.starts_at < session.ends_at && session.starts_at < other.ends_at,
      ),
  )
}

/** Sessions that come with the chosen options. */
export function optionSessions(
  { groups }: Configuration,
  options: readonly Pick<ChosenOption, 'groupId' | 'optionId'>[],
): string[] {
  return options.flatMap(({ groupId, optionId }) => {
    const option = groups.get(groupId)?.options.find(({ id }) => id === optionId)
    return option?.session_id ?? []
  })
}

/** Sessions that everyone of the type attends without requesting them. */
export function includedSessions({ sessions }: Configuration, typeId: string | null): string[] {
  return [...sessions.values()]
    .filter(
      (session) => session.included === 1 && session.status !== 'cancelled' && isOpenTo(session, typeId),
    )
    .map(({ id }) => id)
}
