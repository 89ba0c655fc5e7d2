import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { fieldTypes } from './field-types.ts'

const personalMembers = ['firstName', 'lastName', 'email', 'phone', 'company', 'title'] as const

export const MOST_FIELDS = 200
export const MOST_CHOICES = 500
/** The highest `maxLength` that a text or textarea may have. */
export const LONGEST_TEXT = 10_000
export const LONGEST_PATTERN = 200

const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength })
const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const optional = <S extends Type.TSchema>(schema: S) => Type.Optional(nullable(schema))
const reference = text(1, 100)
const length = Type.Integer({ minimum: 0, maximum: LONGEST_TEXT })
const items = Type.Integer({ minimum: 0, maximum: MOST_CHOICES })
const capacity = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

/** Safe in paths, column names and JSON pointers. */
export const NAME_PATTERN = '^[A-Za-z0-9_][A-Za-z0-9_-]{0,59}$'
const fieldName = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: NAME_PATTERN,
  description: 'What answers call the field. Unique in the form.',
})
const fieldType = Type.Enum([...fieldTypes])
const personalData = Type.Enum([...personalMembers], {
  description: 'The member of the registrant that the field fills.',
})

const validation = closed(
  {
    minLength: Type.Optional(length),
    maxLength: Type.Optional(length),
    pattern: Type.Optional(
      Type.String({
        maxLength: LONGEST_PATTERN,
        description:
          'ECMA-262 with the flag u, found anywhere in the text; no look-around, no back reference.',
      }),
    ),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    integer: Type.Optional(Type.Boolean()),
    minItems: Type.Optional(items),
    maxItems: Type.Optional(items),
    min: Type.Optional(text(1, 40)),
    max: Type.Optional(text(1, 40)),
  },
  {
    description:
      'text, textarea: minLength, maxLength, pattern. number: minimum, maximum, integer. multiselect: minItems, maxItems. date, time, datetime: min, max. Without maxLength a text has at most 1,000 characters, a textarea 10,000.',
  },
)
export type Validation = Type.Static<typeof validation>

const visibleIf = closed(
  {
    field: fieldName,
    in: Type.Array(Type.Union([text(0, LONGEST_TEXT), Type.Number(), Type.Boolean()]), {
      minItems: 1,
      maxItems: MOST_CHOICES,
    }),
  },
  { description: 'Shown where the answer to an earlier field is one of these, or holds one of them.' },
)

const choiceInput = closed({ value: text(1, 200), label: text(1, 500), capacity: optional(capacity) })

const fieldInput = closed({
  name: fieldName,
  label: text(1, 500),
  help: optional(text(0, 2_000)),
  type: fieldType,
  required: Type.Optional(Type.Boolean()),
  choices: optional(Type.Array(choiceInput, { maxItems: MOST_CHOICES })),
  validation: optional(validation),
  visibleIf: optional(visibleIf),
  personalData: optional(personalData),
  perAttendee: Type.Optional(Type.Boolean()),
})
export type FieldInput = Type.Static<typeof fieldInput>

const count = Type.Integer({ minimum: 0, maximum: 10_000 })

export const formInput = closed({
  registrationTypeId: optional(reference),
  optionGroupIds: Type.Optional(Type.Array(reference, { maxItems: 200 })),
  sessionSelection: Type.Optional(
    closed(
      { min: Type.Optional(count), max: optional(count) },
      { description: 'How many sessions to choose.' },
    ),
  ),
  sections: Type.Array(
    closed({ title: text(1, 300), fields: Type.Array(fieldInput, { maxItems: MOST_FIELDS }) }),
    { maxItems: 100 },
  ),
})
export type FormInput = Type.Static<typeof formInput>

const choice = { id: Type.String(), value: Type.String(), label: Type.String(), capacity: nullable(capacity) }
const remaining = nullable(Type.Integer({ minimum: 0 }))

const sectionWith = <C extends Type.TProperties>(choiceMembers: C) =>
  closed({
    id: Type.String(),
    title: Type.String(),
    fields: Type.Array(
      closed({
        id: Type.String(),
        name: Type.String(),
        label: Type.String(),
        help: nullable(Type.String()),
        type: fieldType,
        required: Type.Boolean(),
        choices: Type.Array(closed(choiceMembers)),
        validation,
        visibleIf: nullable(visibleIf),
        personalData: nullable(personalData),
        perAttendee: Type.Boolean(),
      }),
    ),
  })

const section = sectionWith(choice)
/** A section in API answers: every choice has its remaining places, or null if they are not limited. */
export const answeredSection = sectionWith({ ...choice, remaining })

type Section = Type.Static<typeof section>
export type Field = Section['fields'][number]
export type Choice = Field['choices'][number]
/** A form as it is stored. */
export type Form = { sections: Section[] }
export type AnsweredForm = { sections: Type.Static<typeof answeredSection>[] }
/** Answers by the names of their fields. */
export type Answers = Readonly<Record<string, unknown>>
