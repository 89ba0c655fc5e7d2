import { expect } from 'vitest'
import { buildForm } from '../../../src/events/form/build.ts'
import { checkForm } from '../../../src/events/form/checks/check-form.ts'
import type { FieldInput, Form, FormInput } from '../../../src/events/form/definition.ts'

export function countingIds() {
  let count = 0
  return {
    uuid: () => {
      count += 1
      return `id-${count}`
    },
  }
}

export type FieldSketch = Partial<FieldInput> & Pick<FieldInput, 'type'>

function fieldInputOf(sketch: FieldSketch): FieldInput {
  const hasChoices = ['select', 'radio', 'multiselect'].includes(sketch.type)
  return {
    name: 'field',
    label: 'A field',
    ...(hasChoices ? { choices: ['a', 'b', 'c'].map((value) => ({ value, label: value })) } : {}),
    ...sketch,
  }
}

export function inputOf(...fields: FieldSketch[]): FormInput {
  return { sections: [{ title: 'About you', fields: fields.map(fieldInputOf) }] }
}

/** A form that the check has nothing against. */
export function formOf(...fields: FieldSketch[]): Form {
  const input = inputOf(...fields)
  expect(checkForm(input)).toEqual([])
  return buildForm(input, countingIds())
}
