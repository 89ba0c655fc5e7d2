import type { FieldError } from '../../../kernel/base/fault.ts'
import { fieldError } from '../../refusal.ts'
import { fieldOf } from '../build.ts'
import { type FormInput, MOST_FIELDS } from '../definition.ts'
import { checkField, type Earlier } from './check-field.ts'
import { costOfPattern } from './check-validation.ts'

/** Maximum number of matching steps of all patterns of a form together, for one set of answers. */
const DEAREST_FORM = 2_000_000

/** Errors in a form that the schema `formInput` does not find, with JSON pointers. */
export function checkForm(input: FormInput): FieldError[] {
  const placed = input.sections.flatMap(({ fields }, section) =>
    fields.map((field, index) => ({
      field: fieldOf(field, () => ''),
      at: `/sections/${section}/fields/${index}`,
    })),
  )
  if (placed.length > MOST_FIELDS)
    return [fieldError('/sections', 'maxItems', `must have at most ${MOST_FIELDS} fields in all`)]
  const earlier: Earlier = new Map()
  const errors = placed.flatMap(({ field, at }) => checkField(field, earlier, at))
  const cost = placed.reduce((sum, { field }) => sum + costOfPattern(field), 0)
  if (cost > DEAREST_FORM)
    errors.push(
      fieldError(
        '/sections',
        'pattern-cost',
        'has patterns that cost too much together: lower maxLength where there is a pattern',
      ),
    )
  return [...errors, ...checkLinks(input)]
}

function checkLinks({ optionGroupIds = [], sessionSelection = {} }: FormInput): FieldError[] {
  const repeated = optionGroupIds.flatMap((id, index) =>
    optionGroupIds.indexOf(id) < index
      ? [fieldError(`/optionGroupIds/${index}`, 'duplicate', 'is an earlier group: leave it out')]
      : [],
  )
  const { min = 0, max } = sessionSelection
  if (max === undefined || max === null || min <= max) return repeated
  return [...repeated, fieldError('/sessionSelection/min', 'range', 'must be at most max')]
}
