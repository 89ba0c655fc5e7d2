import { describe, expect, it } from 'vitest'
import { buildForm } from '../../../src/events/form/build.ts'
import { checkForm } from '../../../src/events/form/checks/check-form.ts'
import { withRemaining } from '../../../src/events/form/choices.ts'
import { answeredSection, type FormInput, formInput } from '../../../src/events/form/definition.ts'
import { fieldTypes } from '../../../src/events/form/field-types.ts'
import { findErrors, serialize } from '../../../src/kernel/contract/validate.ts'
import { countingIds, inputOf } from './forms.ts'

const example: FormInput = {
  registrationTypeId: null,
  optionGroupIds: ['dinner', 'labs'],
  sessionSelection: { min: 0, max: 5 },
  sections: [
    {
      title: 'About you',
      fields: [
        {
          name: 'jobRole',
          label: 'What do you do?',
          help: 'A few words',
          type: 'text',
          required: true,
          validation: { maxLength: 80 },
          personalData: null,
        },
        {
          name: 'diet',
          label: 'Diet',
          type: 'select',
          required: false,
          choices: [
            { value: 'none', label: 'No wishes' },
            { value: 'vegan', label: 'Vegan', capacity: 80 },
            { value: 'other', label: 'Other' },
          ],
        },
        {
          name: 'dietNote',
          label: 'Which?',
          type: 'textarea',
          required: true,
          visibleIf: { field: 'diet', in: ['other'] },
          validation: { maxLength: 500 },
        },
        { name: 'terms', label: 'I accept the rules', type: 'consent', required: true },
      ],
    },
  ],
}

describe('the schema of a form', () => {
  it('takes the example of the contract, and the check has nothing against it', () => {
    expect(findErrors(formInput, example, '')).toEqual([])
    expect(checkForm(example)).toEqual([])
  })

  it.each(fieldTypes)('takes a field of type %s', (type) => {
    expect(findErrors(formInput, inputOf({ type }), '')).toEqual([])
    expect(checkForm(inputOf({ type }))).toEqual([])
  })

  it.each([
    [{ id: 'x' }, '/id'],
    [{ type: 'colour' }, '/type'],
    [{ name: '' }, '/name'],
    [{ name: 'a.b' }, '/name'],
    [{ name: '-a' }, '/name'],
    [{ name: 'a'.repeat(61) }, '/name'],
    [{ label: '' }, '/label'],
    [{ label: 'a'.repeat(501) }, '/label'],
    [{ personalData: 'age' }, '/personalData'],
    [{ validation: { length: 3 } }, '/validation/length'],
    [{ validation: { maxLength: 10_001 } }, '/validation/maxLength'],
    [{ validation: { pattern: 'a'.repeat(201) } }, '/validation/pattern'],
    [{ visibleIf: { field: 'a', in: [] } }, '/visibleIf/in'],
    [{ visibleIf: { field: 'a', in: [null] } }, '/visibleIf/in/0'],
    [{ choices: [{ value: 'a', label: 'A', capacity: -1 }] }, '/choices/0/capacity'],
    [{ choices: [{ value: 'a', label: 'A', remaining: 1 }] }, '/choices/0/remaining'],
    [{ choices: Array.from({ length: 501 }, (_, index) => ({ value: `${index}`, label: 'A' })) }, '/choices'],
  ])('refuses %j', (members, pointer) => {
    const input = {
      sections: [{ title: 'A', fields: [{ name: 'a', label: 'A', type: 'text', ...members }] }],
    }
    const pointers = findErrors(formInput, input, '').map((error) => error.pointer)
    expect(pointers).toContain(`/sections/0/fields/0${pointer}`)
  })

  it('describes every member of a form that is answered', () => {
    const [section] = withRemaining(buildForm(example, countingIds()), new Map([['id-4', 3]])).sections
    expect(findErrors(answeredSection, section, '')).toEqual([])
    expect(JSON.parse(serialize(answeredSection, section))).toEqual(section)
  })
})
