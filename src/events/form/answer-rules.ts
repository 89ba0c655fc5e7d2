import type { FieldType } from './field-types.ts'
import type { Asked } from './plan.ts'
import { type Breach, checkText } from './text-rules.ts'
import { isEmailAddress, isPhoneNumber, isWebAddress } from './values/addresses.ts'
import { isDate, isTime, utcOf } from './values/calendar.ts'
import { isCountry } from './values/countries.ts'

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
