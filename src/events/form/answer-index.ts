import type { Answers, Form } from './definition.ts'
import type { FieldType } from './field-types.ts'
import { encodeSearchValue } from './search-value.ts'

const KEY_LENGTH = 100

/** A row of the typed index; `key` is the prefix of the value that fits into an index entry. */
type IndexRow = {
  readonly field: string
  readonly type: FieldType
  readonly key: string
  readonly value: string
}

/** The index rows of validated answers, one for each chosen value of a multiselect. */
export function indexAnswers(form: Form, answers: Answers): IndexRow[] {
  return form.sections
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => Object.hasOwn(answers, name))
    .flatMap(({ name, type }) => {
      const answer = answers[name]
      const values = (Array.isArray(answer) ? answer : [answer]).flatMap(
        (item) => encodeSearchValue(type, item) ?? [],
      )
      return [...new Set(values)].map((value) => ({ field: name, type, key: keyOf(value), value }))
    })
}

/** The first hundred code points; a search compares keys first. */
export function keyOf(value: string): string {
  return value.length <= KEY_LENGTH
    ? value
    : [...value.slice(0, 2 * KEY_LENGTH)].slice(0, KEY_LENGTH).join('')
}
