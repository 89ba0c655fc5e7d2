import { longestText } from './answers.ts'
import type { Field } from './definition.ts'
import { LONGEST_EMAIL, LONGEST_URL } from './values/addresses.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** The schema of one answer. Null means no answer, so only required fields refuse it. */
export function describeAnswer(field: Field, required: boolean): JsonSchema {
  if (field.type === 'country') {
    const country = { $ref: '#/$defs/country' }
    return required ? country : { anyOf: [country, { type: 'null' }] }
  }
  const { type, ...words } = wordsOf(field, required)
  if (required) return { type, ...words }
  return {
    type: [type, 'null'],
    ...words,
    ...(Array.isArray(words.enum) ? { enum: [...words.enum, null] } : {}),
  }
}

function wordsOf(field: Field, required: boolean): { readonly type: string } & JsonSchema {
  const { choices, validation } = field
  const { integer, ...range } = validation
  const values = choices.map(({ value }) => value)
  switch (field.type) {
    case 'text':
    case 'textarea':
      return { type: 'string', ...atLeastOne('minLength', field, required), ...lengthsOf(field) }
    case 'email':
      return { type: 'string', format: 'email', maxLength: LONGEST_EMAIL }
    case 'phone':
      return { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' }
    case 'number':
      return { type: integer === true ? 'integer' : 'number', ...range }
    case 'boolean':
      return { type: 'boolean' }
    case 'consent':
      return { type: 'boolean', ...(required ? { const: true } : {}) }
    case 'multiselect':
      return {
        type: 'array',
        items: { enum: values },
        uniqueItems: true,
        ...validation,
        ...atLeastOne('minItems', field, required),
      }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'time':
      return { type: 'string', pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'url':
      return { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: LONGEST_URL }
    default:
      return { type: 'string', enum: values }
  }
}

function lengthsOf(field: Field): JsonSchema {
  const { pattern } = field.validation
  return { maxLength: longestText(field), ...(pattern === undefined ? {} : { pattern }) }
}

/** An empty answer counts as no answer. */
function atLeastOne(word: 'minLength' | 'minItems', { validation }: Field, required: boolean): JsonSchema {
  const least = Math.max(validation[word] ?? 0, required ? 1 : 0)
  return least === 0 ? {} : { [word]: least }
}

/** Title and description, including limits that JSON Schema cannot express. */
export function describeField({ label, help, validation: { min, max } }: Field): JsonSchema {
  const texts = [
    help ?? '',
    min === undefined ? '' : `${min} or later.`,
    max === undefined ? '' : `${max} or earlier.`,
  ]
  const description = texts.filter((text) => text !== '').join(' ')
  return { title: label, ...(description === '' ? {} : { description }) }
}
