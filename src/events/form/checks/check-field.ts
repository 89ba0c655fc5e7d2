import type { FieldError } from '../../../kernel/base/fault.ts'
import { fieldError } from '../../refusal.ts'
import { checkAnswer } from '../answers.ts'
import { type Field, MOST_CHOICES, NAME_PATTERN } from '../definition.ts'
import { choiceTypes, type FieldType } from '../field-types.ts'
import { type Asked, askedOf } from '../plan.ts'
import { checkValidation } from './check-validation.ts'

/** Earlier fields by name, each with the number of conditions that it depends on in a chain. */
export type Earlier = Map<string, Asked & { readonly depth: number }>

const DEEPEST = 10
const name = new RegExp(NAME_PATTERN)
const personalTypes: Readonly<Record<string, readonly FieldType[]>> = { email: ['email'], phone: ['phone'] }
const otherPersonalTypes: readonly FieldType[] = ['text', 'select', 'radio']

/** Finds what makes a field unusable, then adds it to the earlier fields. */
export function checkField(field: Field, earlier: Earlier, at: string): FieldError[] {
  const errors = [
    ...checkName(field, earlier, at),
    ...checkChoices(field, at),
    ...checkValidation(field, at),
    ...checkCondition(field, earlier, at),
    ...checkPersonal(field, earlier, at),
  ]
  const depth = 1 + (earlier.get(field.visibleIf?.field ?? '')?.depth ?? -1)
  earlier.set(field.name, { ...askedOf(field), depth })
  return errors
}

function checkName(field: Field, earlier: Earlier, at: string): FieldError[] {
  const pointer = `${at}/name`
  if (!name.test(field.name) || field.name in {})
    return [
      fieldError(pointer, 'pattern', 'must be 1 to 60 letters, digits, _ and -, and no word of JavaScript'),
    ]
  return earlier.has(field.name)
    ? [fieldError(pointer, 'duplicate', 'is the name of an earlier field: choose another')]
    : []
}

function checkChoices({ type, choices }: Field, at: string): FieldError[] {
  const pointer = `${at}/choices`
  if (!choiceTypes.has(type)) {
    return choices.length > 0
      ? [fieldError(pointer, 'not-allowed', `${type} has no choices: leave them out`)]
      : []
  }
  if (choices.length === 0) return [fieldError(pointer, 'required', `${type} needs at least one choice`)]
  if (choices.length > MOST_CHOICES)
    return [fieldError(pointer, 'maxItems', `must have at most ${MOST_CHOICES} choices`)]
  const seen = new Set<string>()
  return choices.flatMap(({ value, capacity }, index) => {
    const errors: FieldError[] = []
    if (seen.has(value))
      errors.push(fieldError(`${pointer}/${index}/value`, 'duplicate', 'is an earlier value: choose another'))
    if (capacity !== null && !(Number.isInteger(capacity) && capacity >= 0))
      errors.push(fieldError(`${pointer}/${index}/capacity`, 'minimum', 'must be 0 or more, or null'))
    seen.add(value)
    return errors
  })
}

function checkCondition({ visibleIf }: Field, earlier: Earlier, at: string): FieldError[] {
  if (visibleIf === null) return []
  const source = earlier.get(visibleIf.field)
  if (source === undefined)
    return [fieldError(`${at}/visibleIf/field`, 'unknown-field', 'must be the name of an earlier field')]
  if (source.depth >= DEEPEST)
    return [fieldError(`${at}/visibleIf/field`, 'depth', `stands behind ${DEEPEST} conditions already`)]
  if (visibleIf.in.length === 0)
    return [fieldError(`${at}/visibleIf/in`, 'minItems', 'must have at least one value')]
  return visibleIf.in.flatMap((value, index) => {
    const message = objectionTo(source, value)
    return message === undefined ? [] : [fieldError(`${at}/visibleIf/in/${index}`, 'enum', message)]
  })
}

/** A condition on a multiselect compares with its single values. */
function objectionTo(source: Asked, value: unknown): string | undefined {
  if (source.field.type !== 'multiselect') return checkAnswer(source, value, false)?.message
  return source.values.has(value) ? undefined : 'must be the value of one of its choices'
}

function checkPersonal({ type, personalData }: Field, earlier: Earlier, at: string): FieldError[] {
  if (personalData === null) return []
  const pointer = `${at}/personalData`
  const types = personalTypes[personalData] ?? otherPersonalTypes
  if (!types.includes(type))
    return [fieldError(pointer, 'type', `must be filled by a field of type ${types.join(', ')}`)]
  const isTaken = [...earlier.values()].some(({ field }) => field.personalData === personalData)
  return isTaken ? [fieldError(pointer, 'duplicate', 'is filled by an earlier field already')] : []
}
