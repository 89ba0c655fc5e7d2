import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../../src/events/form/answers.ts'
import { buildForm } from '../../../src/events/form/build.ts'
import { withRemaining } from '../../../src/events/form/choices.ts'
import type { Form } from '../../../src/events/form/definition.ts'
import { countingIds, formOf, inputOf } from './forms.ts'

const choicesIn = (form: Form) =>
  Object.fromEntries(
    form.sections
      .flatMap(({ fields }) => fields.flatMap((field) => field.choices))
      .map((choice) => [choice.value, choice.id]),
  )
const fieldIds = (form: Form) =>
  Object.fromEntries(form.sections.flatMap(({ fields }) => fields).map(({ name, id }) => [name, id]))

describe('building a form', () => {
  it('gives ids and says what was left out', () => {
    expect(
      buildForm(inputOf({ type: 'select', choices: [{ value: 'a', label: 'A' }] }), countingIds()),
    ).toEqual({
      sections: [
        {
          id: 'id-1',
          title: 'About you',
          fields: [
            {
              id: 'id-2',
              name: 'field',
              label: 'A field',
              help: null,
              type: 'select',
              required: false,
              choices: [{ id: 'id-3', value: 'a', label: 'A', capacity: null }],
              validation: {},
              visibleIf: null,
              personalData: null,
              perAttendee: false,
            },
          ],
        },
      ],
    })
  })

  it('keeps the ids of fields by name and of choices by field and value', () => {
    const ids = countingIds()
    const first = buildForm(inputOf({ name: 'diet', type: 'select' }, { name: 'role', type: 'text' }), ids)
    const second = buildForm(
      {
        sections: [
          { title: 'New', fields: [{ name: 'role', label: 'Other words', type: 'textarea' }] },
          {
            title: 'About you',
            fields: [
              {
                name: 'diet',
                label: 'Diet',
                type: 'radio',
                choices: [
                  { value: 'd', label: 'New' },
                  { value: 'a', label: 'Renamed', capacity: 5 },
                ],
              },
            ],
          },
        ],
      },
      ids,
      first,
    )
    expect(fieldIds(second)).toEqual(fieldIds(first))
    expect(choicesIn(second).a).toBe(choicesIn(first).a)
    expect(Object.values(choicesIn(first))).not.toContain(choicesIn(second).d)
    expect(second.sections[1]?.id).toBe(first.sections[0]?.id)
    expect(second.sections[0]?.id).not.toBe(first.sections[0]?.id)
  })

  it('gives no id twice where titles are the same, and takes no choice for one of another field', () => {
    const ids = countingIds()
    const first = buildForm(inputOf({ name: 'one', type: 'select' }), ids)
    const twice = [
      ...inputOf({ name: 'two', type: 'select' }).sections,
      ...inputOf({ name: 'one', type: 'select' }).sections,
    ]
    const { sections } = buildForm({ sections: twice }, ids, first)
    const all = sections.flatMap(({ id, fields }) => [
      id,
      ...fields.flatMap((field) => [field.id, ...field.choices.map((choice) => choice.id)]),
    ])
    expect(new Set(all).size).toBe(all.length)
    expect(choicesIn({ sections: sections.slice(1) })).toEqual(choicesIn(first))
  })
})

describe('choices with a capacity', () => {
  const form = formOf(
    {
      name: 'diet',
      type: 'select',
      choices: [
        { value: 'none', label: 'None' },
        { value: 'vegan', label: 'Vegan', capacity: 2 },
      ],
    },
    {
      name: 'tours',
      type: 'multiselect',
      choices: [
        { value: 'a', label: 'A', capacity: 3 },
        { value: 'b', label: 'B', capacity: 0 },
        { value: 'vegan', label: 'C' },
      ],
    },
    { name: 'note', type: 'text' },
  )
  const { vegan: _, ...ids } = choicesIn(form)
  const vegan = form.sections[0]?.fields[0]?.choices[1]?.id ?? ''

  it('are taken by the answers that name them', () => {
    expect(choicesOf(form, {})).toEqual([])
    expect(choicesOf(form, { diet: 'none', note: 'vegan' })).toEqual([ids.none])
    expect(choicesOf(form, { diet: 'vegan', tours: ['b', 'a'] })).toEqual([vegan, ids.a, ids.b])
  })

  it('are answered with what is left of them', () => {
    const [section] = withRemaining(
      form,
      new Map([
        [vegan, 1],
        [ids.a ?? '', -4],
      ]),
    ).sections
    const left = section?.fields.map(({ choices }) =>
      choices.map(({ capacity, remaining }) => [capacity, remaining]),
    )
    expect(left).toEqual([
      [
        [null, null],
        [2, 1],
      ],
      [
        [3, 0],
        [0, 0],
        [null, null],
      ],
      [],
    ])
  })
})
