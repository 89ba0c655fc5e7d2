import type { FieldError } from '../../../kernel/base/fault.ts'
import { checkAnswer, longestText } from '../answers.ts'
import type { Field, Validation } from '../definition.ts'
import type { FieldType } from '../field-types.ts'
import { findPatternFault, sizeOfPattern } from '../patterns.ts'
import { askedOf } from '../plan.ts'

type Word = keyof Validation
type Objection = [word: Word, code: string, message: string]

const textWords = ['minLength', 'maxLength', 'pattern'] as const
const timeWords = ['min', 'max'] as const
const words: Readonly<Partial<Record<FieldType, readonly Word[]>>> = {
  text: textWords,
  textarea: textWords,
  number: ['minimum', 'maximum', 'integer'],
  multiselect: ['minItems', 'maxItems'],
  date: timeWords,
  time: timeWords,
  datetime: timeWords,
}
/** Maximum number of matching steps of one field's pattern: tens of milliseconds for the worst pattern and text. */
const DEAREST_PATTERN = 300_000

/** Errors in a field's `validation`; `at` is the JSON pointer of the field. */
export function checkValidation(field: Field, at: string): FieldError[] {
  const allowed = words[field.type] ?? []
  const strange = (Object.keys(field.validation) as Word[]).filter((word) => !allowed.includes(word))
  const objections: Objection[] =
    strange.length > 0
      ? strange.map((word) => [word, 'not-allowed', notAllowed(field.type, allowed)])
      : [
          ...checkLengths(field),
          ...checkPattern(field),
          ...checkRange(field),
          ...checkItems(field),
          ...checkTimes(field),
        ]
  return objections.map(([word, code, message]) => ({ pointer: `${at}/validation/${word}`, code, message }))
}

/** The maximum number of steps to match the longest answer that a field allows. */
export function costOfPattern({ validation, ...field }: Field): number {
  const { pattern } = validation
  if (pattern === undefined || findPatternFault(pattern) !== undefined) return 0
  return sizeOfPattern(pattern) * longestText({ ...field, validation })
}

function notAllowed(type: FieldType, allowed: readonly Word[]): string {
  return allowed.length === 0
    ? `is no word for ${type}, which has none: leave it out`
    : `is no word for ${type}: use ${allowed.join(', ')}`
}

function checkLengths(field: Field): Objection[] {
  const { minLength = 0, maxLength } = field.validation
  if (maxLength === 0) return [['maxLength', 'range', 'must be at least 1']]
  const longest = longestText(field)
  return minLength > longest ? [['minLength', 'range', `must be at most the longest length, ${longest}`]] : []
}

function checkPattern(field: Field): Objection[] {
  const { pattern } = field.validation
  if (pattern === undefined) return []
  const fault = findPatternFault(pattern)
  if (fault !== undefined) return [['pattern', 'pattern', fault]]
  if (costOfPattern(field) <= DEAREST_PATTERN) return []
  return [
    ['pattern', 'pattern-cost', 'costs too much for texts of this length: lower maxLength or simplify it'],
  ]
}

function checkRange({ validation }: Field): Objection[] {
  const { minimum = -Infinity, maximum = Infinity, integer = false } = validation
  if (minimum > maximum) return [['minimum', 'range', 'must be at most maximum']]
  if (integer && Math.ceil(minimum) > Math.floor(maximum))
    return [['minimum', 'range', 'must leave a whole number up to maximum']]
  return []
}

function checkItems({ choices, validation }: Field): Objection[] {
  const { minItems = 0, maxItems = choices.length } = validation
  if (validation.maxItems === 0) return [['maxItems', 'range', 'must be at least 1']]
  if (minItems > choices.length) return [['minItems', 'range', 'must be at most the number of choices']]
  return minItems > maxItems ? [['minItems', 'range', 'must be at most maxItems']] : []
}

function checkTimes(field: Field): Objection[] {
  const { min, max } = field.validation
  const free = { ...field, validation: {} }
  const faults = (['min', 'max'] as const).flatMap((word): Objection[] => {
    const value = field.validation[word]
    const breach = value === undefined ? undefined : checkAnswer(askedOf(free), value, false)
    return breach === undefined ? [] : [[word, breach.code, breach.message]]
  })
  if (faults.length > 0 || min === undefined || max === undefined) return faults
  const isAfter = checkAnswer(askedOf({ ...free, validation: { max } }), min, false) !== undefined
  return isAfter ? [['min', 'range', 'must be max or earlier']] : []
}
