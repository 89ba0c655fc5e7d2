import type { FieldError } from '../../kernel/base/fault.ts'
import { type Answers, type Field, type Form, LONGEST_TEXT } from './definition.ts'
import type { FieldType } from './field-types.ts'
import { matchesPattern } from './patterns.ts'
import { type Asked, answerTo, planOf, shownFields } from './plan.ts'
import { isEmailAddress, isPhoneNumber, isWebAddress } from './values/addresses.ts'
import { isDate, isTime, utcOf } from './values/calendar.ts'
import { isCountry } from './values/countries.ts'

type CheckedAnswers = { readonly answers: Record<string, unknown>; readonly errors: FieldError[] }

type Check = {
  /** A guest must only answer the required fields that the form marks `perAttendee`. */
  readonly guest?: boolean
  /** The JSON pointer of the object that contains `answers`: '' for a registration, `/attendees/1` for an attendee. */
  readonly at?: string
}

const MOST_UNKNOWN = 20

/**
 * Returns the answers to store, in the order of the form, and the errors. Answers to hidden fields are dropped; null
 * means no answer.
 */
export function checkAnswers(
  form: Form,
  answers: Answers,
  { guest = false, at = '' }: Check = {},
): CheckedAnswers {
  const plan = planOf(form)
  const kept: [string, unknown][] = []
  const errors = Object.keys(answers)
    .filter((name) => !plan.has(name))
    .slice(0, MOST_UNKNOWN)
    .map((name) => errorAt(at, name, { code: 'unknown-field', message: 'is no field of this form' }))
  for (const [name, asked] of shownFields(form, answers)) {
    const required = isRequired(asked, guest)
    const value = answerTo(answers, name)
    const breach =
      value !== undefined
        ? checkAnswer(asked, value, required)
        : required
          ? { code: 'required', message: 'is required' }
          : undefined
    if (breach !== undefined) errors.push(errorAt(at, name, breach))
    else if (value !== undefined) kept.push([name, value])
  }
  return { answers: Object.fromEntries(kept), errors }
}

export function isRequired({ field }: Asked, guest: boolean): boolean {
  return field.required && (!guest || field.perAttendee)
}

function errorAt(at: string, name: string, breach: Breach): FieldError {
  return { pointer: `${at}${pointerOf('answers', name.slice(0, 64))}`, ...breach }
}

/** The ids of the choices that answers take, each once; also those without a limit, so that a later limit counts them. */
export function choicesOf(form: Form, answers: Answers): string[] {
  return form.sections
    .flatMap(({ fields }) => fields)
    .filter(({ name, choices }) => choices.length > 0 && Object.hasOwn(answers, name))
    .flatMap(({ name, choices }) => {
      const answer = answers[name]
      const taken = new Set(Array.isArray(answer) ? answer : [answer])
      return choices.filter(({ value }) => taken.has(value)).map(({ id }) => id)
    })
}

/** A violated rule: a code for programs, and a message that follows the name of the answer. */
type Breach = { code: string; message: string }

type Rule = (asked: Asked, value: unknown, required: boolean) => Breach | undefined

const oneChoice: Rule = ({ values }, value) =>
  values.has(value) ? undefined : { code: 'enum', message: 'must be the value of one of its choices' }

const rules: Readonly<Record<FieldType, Rule>> = {
  text: ({ field }, value, required) => checkText(field, value, required),
  textarea: ({ field }, value, required) => checkText(field, value, required),
  email: format(isEmailAddress, 'must be an e-mail address, such as name@example.org'),
  phone: format(isPhoneNumber, 'must be a phone number in the form of E.164, such as +4930123456'),
  number: checkNumber,
  boolean: checkBoolean,
  consent: (asked, value, required) =>
    required && value === false
      ? { code: 'required', message: 'must be true: without consent there is no registration' }
      : checkBoolean(asked, value, required),
  select: oneChoice,
  radio: oneChoice,
  multiselect: checkSelection,
  date: ordered((text) => (isDate(text) ? text : undefined), 'must be a day that exists, such as 2031-05-06'),
  time: ordered((text) => (isTime(text) ? text : undefined), 'must be a time of day, such as 14:30'),
  datetime: ordered(utcOf, 'must be a time of RFC 3339 with an offset, such as 2031-05-06T14:30:00+02:00'),
  country: format(isCountry, 'must be the code of a country by ISO 3166-1, such as DE'),
  url: format(
    isWebAddress,
    'must be an address that starts with http:// or https://, such as https://example.org',
  ),
}

/** Validates a given answer; nothing is coerced. */
export function checkAnswer(asked: Asked, value: unknown, required: boolean): Breach | undefined {
  return rules[asked.field.type](asked, value, required)
}

function format(fits: (text: string) => boolean, message: string): Rule {
  return (_asked, value) =>
    typeof value === 'string' && fits(value) ? undefined : { code: 'format', message }
}

/** `sortable` returns a text that sorts like the value, or undefined if the value is invalid. */
function ordered(sortable: (text: string) => string | undefined, message: string): Rule {
  return ({ field }, value) => {
    const given = typeof value === 'string' ? sortable(value) : undefined
    if (given === undefined) return { code: 'format', message }
    const { min, max } = field.validation
    if (min !== undefined && given < (sortable(min) ?? ''))
      return { code: 'min', message: `must be ${min} or later` }
    if (max !== undefined && given > (sortable(max) ?? given))
      return { code: 'max', message: `must be ${max} or earlier` }
    return undefined
  }
}

function checkBoolean(_asked: Asked, value: unknown, _required: boolean): Breach | undefined {
  return typeof value === 'boolean' ? undefined : { code: 'type', message: 'must be true or false' }
}

function checkNumber({ field }: Asked, value: unknown): Breach | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { code: 'type', message: 'must be a number' }
  const { minimum, maximum, integer } = field.validation
  if (integer === true && !Number.isInteger(value)) return { code: 'type', message: 'must be a whole number' }
  if (minimum !== undefined && value < minimum)
    return { code: 'minimum', message: `must be at least ${minimum}` }
  if (maximum !== undefined && value > maximum)
    return { code: 'maximum', message: `must be at most ${maximum}` }
  return undefined
}

function checkSelection({ field, values }: Asked, value: unknown, required: boolean): Breach | undefined {
  if (!Array.isArray(value)) return { code: 'type', message: 'must be an array of values of its choices' }
  const { minItems = 0, maxItems = values.size } = field.validation
  if (value.length > maxItems) return { code: 'maxItems', message: `must have at most ${maxItems} values` }
  if (required && value.length === 0) return { code: 'required', message: 'is required: choose at least one' }
  if (value.length < minItems) return { code: 'minItems', message: `must have at least ${minItems} values` }
  if (!value.every((item) => values.has(item)))
    return { code: 'enum', message: 'must have values of its choices only' }
  if (new Set(value).size < value.length)
    return { code: 'uniqueItems', message: 'must not have the same value twice' }
  return undefined
}

const LONGEST_LINE = 1_000

/** In code points, as JSON Schema counts characters. */
export function longestText({ type, validation }: Pick<Field, 'type' | 'validation'>): number {
  return validation.maxLength ?? (type === 'text' ? LONGEST_LINE : LONGEST_TEXT)
}

/** The length is checked first, so nothing else processes a text that is too long. */
function checkText(field: Field, value: unknown, required: boolean): Breach | undefined {
  if (typeof value !== 'string') return { code: 'type', message: 'must be a text' }
  const { minLength = 0, pattern } = field.validation
  const longest = longestText(field)
  if (value.length > 2 * longest || lengthOf(value) > longest)
    return { code: 'maxLength', message: `must have at most ${longest} characters` }
  if (required && value === '') return { code: 'required', message: 'is required: it must not be empty' }
  if (lengthOf(value) < minLength)
    return { code: 'minLength', message: `must have at least ${minLength} characters` }
  if (value.includes('\0')) return { code: 'nul', message: 'must not contain the NUL character' }
  if (/\p{Surrogate}/u.test(value))
    return { code: 'surrogate', message: 'has half of a surrogate pair: send whole characters' }
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return { code: 'pattern', message: `must match the pattern ${pattern}` }
  return undefined
}

function lengthOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    // The second half of a surrogate pair is not counted as a character.
    const isSecond =
      (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    if (!isSecond) count += 1
  }
  return count
}

/** JSON pointer (RFC 6901). */
function pointerOf(...path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
