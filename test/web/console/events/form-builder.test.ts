import { describe, expect, it } from 'vitest'
import { applyChange, type Change } from '../../../../web/console/events/form/builder.ts'
import {
  draftOf,
  type FormAnswer,
  fieldsOf,
  inputOf,
  sectionsOf,
} from '../../../../web/console/events/form/draft.ts'
import { errorsByKey } from '../../../../web/console/events/form/form-errors.ts'
import { nameFrom } from '../../../../web/console/events/form/names.ts'

const field = (name: string, more: object = {}) => ({
  ...{ id: name, name, label: name, help: null, type: 'text', required: false, choices: [], validation: {} },
  ...{ visibleIf: null, personalData: null, perAttendee: false },
  ...more,
})
const choice = (value: string) => ({ id: value, value, label: value, capacity: null, remaining: null })
const form = {
  eventId: 'e',
  registrationTypeId: null,
  version: 3,
  open: true,
  optionGroupIds: ['g'],
  sessionSelection: { min: 0, max: 2 },
  sections: [
    {
      id: 's',
      title: 'About you',
      fields: [
        field('diet', { type: 'select', choices: [choice('none'), { ...choice('other'), capacity: 5 }] }),
        field('dietNote', { visibleIf: { field: 'diet', in: ['other'] }, validation: { maxLength: 80 } }),
        field('age', { type: 'number', validation: { minimum: 18, integer: true } }),
        field('adult', { type: 'boolean', visibleIf: { field: 'age', in: [18, 19] } }),
        field('why', { visibleIf: { field: 'adult', in: [true] } }),
      ],
    },
    { id: 't', title: 'Rest', fields: [] },
  ],
} as unknown as FormAnswer

const change = (...changes: Change[]) => changes.reduce(applyChange, draftOf(form))

describe('the form builder', () => {
  it('writes back what it read', () => {
    const input = inputOf(draftOf(form), null)
    expect(input).toMatchObject({ optionGroupIds: ['g'], sessionSelection: { min: 0, max: 2 } })
    expect(
      input.sections[0]?.fields.map(({ name, visibleIf, validation }) => [name, visibleIf, validation]),
    ).toEqual([
      ['diet', null, {}],
      ['dietNote', { field: 'diet', in: ['other'] }, { maxLength: 80 }],
      ['age', null, { minimum: 18, integer: true }],
      ['adult', { field: 'age', in: [18, 19] }, {}],
      ['why', { field: 'adult', in: [true] }, {}],
    ])
    expect(input.sections[0]?.fields[0]?.choices).toEqual([
      { value: 'none', label: 'none', capacity: null },
      { value: 'other', label: 'other', capacity: 5 },
    ])
  })

  it('lets a condition follow the field that it depends on when that gets another name', () => {
    const renamed = change({ kind: 'change-field', key: 'f0', members: { name: 'food', isNamed: true } })
    expect(inputOf(renamed, null).sections[0]?.fields[1]?.visibleIf).toEqual({ field: 'food', in: ['other'] })
  })

  it('takes a condition away whose field is gone, or comes later', () => {
    const removed = change({ kind: 'remove-field', key: 'f0' })
    expect(fieldsOf(removed).map(({ name, visibleIf }) => [name, visibleIf === null])).toEqual([
      ['dietNote', true],
      ['age', true],
      ['adult', false],
      ['why', false],
    ])
    const moved = change({ kind: 'move-field', key: 'f2', section: 's1', to: 0 })
    expect(fieldsOf(moved).find(({ name }) => name === 'adult')?.visibleIf).toBeNull()
    expect(fieldsOf(moved).find(({ name }) => name === 'why')?.visibleIf).not.toBeNull()
  })

  it('moves fields within a section, between sections, and sections themselves', () => {
    const names = (draft: ReturnType<typeof draftOf>) =>
      draft.sections.map(({ fields }) => fields.map(({ name }) => name))
    expect(names(change({ kind: 'move-field', key: 'f4', section: 's1', to: 0 }))).toEqual([
      ['diet', 'dietNote', 'age', 'adult'],
      ['why'],
    ])
    expect(names(change({ kind: 'move-field', key: 'f2', section: 's0', to: 0 }))[0]).toEqual([
      'age',
      'diet',
      'dietNote',
      'adult',
      'why',
    ])
    expect(change({ kind: 'move-section', from: 1, to: 0 }).sections.map(({ title }) => title)).toEqual([
      'Rest',
      'About you',
    ])
  })

  it('names a new field by its label until somebody names it', () => {
    const add: Change = {
      kind: 'add-field',
      section: 's1',
      key: 'n',
      type: 'text',
      label: 'Diet',
      choices: [],
    }
    const nameOf = (...changes: Change[]) =>
      fieldsOf(change(add, ...changes)).find(({ key }) => key === 'n')?.name
    expect(nameOf()).toBe('diet2')
    const label: Change = { kind: 'change-field', key: 'n', members: { label: 'What do you eat?' } }
    expect(nameOf(label)).toBe('whatDoYouEat')
    expect(nameOf({ kind: 'change-field', key: 'n', members: { name: 'food', isNamed: true } }, label)).toBe(
      'food',
    )
  })

  it('duplicates a field under another name, with its choices and without what only one can fill', () => {
    const draft = change(
      { kind: 'change-field', key: 'f0', members: { personalData: 'company' } },
      { kind: 'duplicate-field', key: 'f0', copy: 'n' },
    )
    const [one, two] = fieldsOf(draft)
    expect(one).toMatchObject({ name: 'diet', personalData: 'company' })
    expect(two).toMatchObject({ key: 'n', name: 'diet2', personalData: '' })
    expect(two?.choices.map(({ value }) => value)).toEqual(['none', 'other'])
    const keys = fieldsOf(draft).flatMap(({ key, choices }) => [key, ...choices.map((one) => one.key)])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('leaves out what another type has no use for', () => {
    const draft = change({ kind: 'change-field', key: 'f0', members: { type: 'text' } })
    expect(inputOf(draft, null).sections[0]?.fields[0]).toMatchObject({ type: 'text', choices: null })
    const number = change({ kind: 'change-field', key: 'f2', members: { type: 'date' } })
    expect(inputOf(number, null).sections[0]?.fields[2]?.validation).toEqual({})
  })

  it('shows the preview what the server would answer', () => {
    expect(sectionsOf(draftOf(form))[0]?.fields[0]).toMatchObject({
      name: 'diet',
      visibleIf: null,
      choices: [
        { value: 'none', remaining: null },
        { value: 'other', remaining: 5 },
      ],
    })
  })

  it('finds the field that an error of the server is about', () => {
    const wrong = { pointer: '/sections/0/fields/1/validation/maxLength', code: 'range', message: '' }
    const errors = errorsByKey(draftOf(form), [
      wrong,
      { pointer: '/sections/1/title', code: 'minLength', message: '' },
      { pointer: '/optionGroupIds/0', code: 'unknown', message: '' },
    ])
    expect(errors.get('f1')).toEqual({ 'validation/maxLength': wrong })
    expect(errors.get('s1')).toHaveProperty('title')
    expect(errors.get('')).toHaveProperty('optionGroupIds/0')
  })
})

describe('names of fields', () => {
  it('makes one of any label', () => {
    const none = new Set<string>()
    expect(nameFrom('Größe (cm)', none)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,59}$/)
    expect(nameFrom('???', none)).toBe('field')
    expect(nameFrom('constructor', none)).toBe('constructorField')
    expect(nameFrom('x'.repeat(200), new Set(['x'.repeat(56)]))).toHaveLength(57)
  })
})
