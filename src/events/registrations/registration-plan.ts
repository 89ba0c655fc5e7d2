import type { FieldError } from '../../kernel/fault.ts'
import { isOpenTo } from '../attendees/attendee.ts'
import { formFor } from '../configuration/configuration.ts'
import type { Configuration, StoredForm } from '../configuration/configured.ts'
import { checkAnswers } from '../forms/answers.ts'
import type { Form } from '../forms/definition.ts'
import { problem } from '../problems.ts'
import { invalid } from '../refusal.ts'
import type { AttendeeInput, ChosenOption, RegistrantInput } from '../schemas/registration.ts'
import { checkOptions } from './option-choice.ts'

export type PlannedAttendee = {
  readonly person: Omit<AttendeeInput, 'answers' | 'sessionIds'>
  readonly answers: Readonly<Record<string, unknown>>
  readonly sessionIds: readonly string[]
}

/** What a registration asks for, judged by everything but places. */
export type Plan = {
  readonly typeId: string | null
  readonly stored: StoredForm | undefined
  readonly registrant: RegistrantInput
  readonly attendees: readonly PlannedAttendee[]
  readonly options: readonly ChosenOption[]
  /** Sessions for all its attendees. */
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

/** What is there already and may stay, whatever has closed since. */
type Standing = {
  readonly stored: StoredForm | undefined
  readonly optionIds: ReadonlySet<string>
  readonly sessionIds: ReadonlySet<string>
}

export function planRegistration(configuration: Configuration, wanted: Wanted, standing?: Standing): Plan {
  const errors: FieldError[] = []
  const typeId = chooseType(configuration, wanted.typeId, errors)
  if (errors.length > 0) throw invalid(errors)
  const stored = standing === undefined ? formFor(configuration, typeId) : standing.stored
  const people = wanted.attendees.length === 0 ? [wanted.registrant] : wanted.attendees
  const form = stored?.form ?? { sections: [] }
  const attendees = people.map((person, index) => planAttendee(form, { person, index, wanted, errors }))
  const options = wanted.options.map(({ quantity = 1, ...option }) => ({ ...option, quantity }))
  errors.push(...checkOptions(configuration, { typeId, stored, options, standing: standing?.optionIds }))
  errors.push(...checkSessions(configuration, { typeId, stored, wanted, standing: standing?.sessionIds }))
  if (errors.length > 0) throw invalid(errors)
  const sessionIds = [...new Set(wanted.sessionIds)].filter(
    (id) => configuration.sessions.get(id)?.included === 0,
  )
  const plan = {
    typeId,
    stored,
    registrant: fillRegistrant(form, wanted, attendees),
    attendees,
    options,
    sessionIds,
  }
  checkClashes(configuration, plan)
  return plan
}

function chooseType(
  { types }: Configuration,
  given: string | null | undefined,
  errors: FieldError[],
): string | null {
  if (given !== null && given !== undefined) {
    if (!types.has(given))
      errors.push({ pointer: '/registrationTypeId', code: 'unknown', message: 'is no type of this event' })
    return given
  }
  const [only, second] = types.keys()
  if (second !== undefined)
    errors.push({
      pointer: '/registrationTypeId',
      code: 'required',
      message: 'is required: the event has several types',
    })
  return only ?? null
}

type Asked = { person: AttendeeInput; index: number; wanted: Wanted; errors: FieldError[] }

/** The first one answers for the registration; the others are guests. */
function planAttendee(form: Form, { person, index, wanted, errors }: Asked): PlannedAttendee {
  const { answers: own = {}, sessionIds = [], ...members } = person
  const given = index === 0 ? { ...own, ...wanted.answers } : own
  const filled = { ...personalAnswers(form, members), ...given }
  const at = index === 0 ? '' : `/attendees/${index}`
  const checked = checkAnswers(form, filled, { guest: index > 0, at })
  errors.push(...checked.errors)
  return { person: members, answers: checked.answers, sessionIds: [...new Set(sessionIds)] }
}

type Member = 'firstName' | 'lastName' | 'email' | 'phone' | 'company' | 'title'

/** A field that stands for a member of the person need not be answered twice. */
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

/** Answers fill members that the registrant leaves out. */
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

type SessionCheck = {
  typeId: string | null
  stored: StoredForm | undefined
  wanted: Wanted
  standing: ReadonlySet<string> | undefined
}

function checkSessions(
  configuration: Configuration,
  { typeId, stored, wanted, standing }: SessionCheck,
): FieldError[] {
  const check = (id: string, pointer: string): FieldError[] => {
    const session = configuration.sessions.get(id)
    if (session === undefined) return [{ pointer, code: 'unknown', message: 'is no session of this event' }]
    if (!isOpenTo(session, typeId))
      return [{ pointer, code: 'registration-type', message: 'is not open to this registration type' }]
    if (session.status !== 'active' && standing?.has(id) !== true)
      return [{ pointer, code: 'closed', message: `is ${session.status}` }]
    return []
  }
  const own = wanted.attendees.flatMap(({ sessionIds = [] }, index) =>
    sessionIds.flatMap((id, place) => check(id, `/attendees/${index}/sessionIds/${place}`)),
  )
  const shared = wanted.sessionIds.flatMap((id, place) => check(id, `/sessionIds/${place}`))
  return [...shared, ...own, ...checkSelection(configuration, stored, wanted.sessionIds)]
}

function checkSelection(
  { sessions }: Configuration,
  stored: StoredForm | undefined,
  sessionIds: readonly string[],
): FieldError[] {
  const { min, max } = stored?.sessionSelection ?? { min: 0, max: null }
  const chosen = new Set(sessionIds.filter((id) => sessions.get(id)?.included === 0)).size
  const pointer = '/sessionIds'
  if (chosen < min) return [{ pointer, code: 'minItems', message: `must name at least ${min} sessions` }]
  if (max !== null && chosen > max)
    return [{ pointer, code: 'maxItems', message: `must name at most ${max} sessions` }]
  return []
}

function checkClashes(configuration: Configuration, plan: Plan): void {
  for (const attendee of plan.attendees) {
    const ids = new Set([
      ...plan.sessionIds,
      ...optionSessions(configuration, plan.options),
      ...attendee.sessionIds,
    ])
    if (findClash(configuration, [...ids])) throw problem('session-clash')
  }
}

/** Whether two of the sessions overlap; those that everyone has are beside the question. */
export function findClash({ sessions }: Configuration, ids: readonly string[]): boolean {
  const chosen = ids
    .flatMap((id) => sessions.get(id) ?? [])
    .filter(({ included, status }) => included === 0 && status !== 'cancelled')
    .sort((a, b) => a.starts_at - b.starts_at)
  return chosen.some((session, index) => {
    const next = chosen[index + 1]
    return next !== undefined && next.starts_at < session.ends_at
  })
}

/** Sessions that come with options. */
export function optionSessions(
  { groups }: Configuration,
  options: readonly Pick<ChosenOption, 'groupId' | 'optionId'>[],
): string[] {
  return options.flatMap(({ groupId, optionId }) => {
    const option = groups.get(groupId)?.options.find(({ id }) => id === optionId)
    return option?.session_id ?? []
  })
}

/** Sessions that everyone of the type has without asking. */
export function includedSessions({ sessions }: Configuration, typeId: string | null): string[] {
  return [...sessions.values()]
    .filter(
      (session) => session.included === 1 && session.status !== 'cancelled' && isOpenTo(session, typeId),
    )
    .map(({ id }) => id)
}
