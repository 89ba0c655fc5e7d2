import { describeAnswer, describeField, type JsonSchema } from './answer-schema.ts'
import { isRequired } from './answers.ts'
import type { Form } from './definition.ts'
import { type Asked, planOf } from './plan.ts'
import { countries } from './values/countries.ts'

type Whole = { readonly fields: readonly Asked[]; readonly guest: boolean }
type Rules = JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }

/**
 * The JSON Schema 2020-12 of `answers`. Hidden fields may contain anything, since they are dropped. JSON Schema cannot
 * express `min` and `max` of dates and times (the description does), phone numbering plans, or that a text has no NUL;
 * `format` names other checks.
 */
export function describeFormSchema(
  form: Form,
  { guest = false }: { readonly guest?: boolean } = {},
): JsonSchema {
  const fields = [...planOf(form).values()]
  const { properties, ...rules } = rulesOf({ fields, guest }, dependantsOn(fields, undefined))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ field }) => [field.name, { ...describeField(field), ...properties[field.name] }]),
    ),
    ...rules,
    additionalProperties: false,
    ...(fields.some(({ field }) => field.type === 'country')
      ? { $defs: { country: { enum: countries } } }
      : {}),
  }
}

/** Rules for fields that are shown together. Fields that depend on them go into an `if` beside them, so chains are nested. */
function rulesOf(whole: Whole, shown: readonly Asked[]): Rules {
  const required = shown.filter((asked) => isRequired(asked, whole.guest)).map(({ field }) => field.name)
  const conditions = shown.flatMap((source) =>
    dependantsOn(whole.fields, source.field.name).map((asked) => ({
      if: { properties: { [source.field.name]: conditionOn(source, asked) }, required: [source.field.name] },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: rulesOf(whole, [asked]),
    })),
  )
  return {
    properties: Object.fromEntries(
      shown.map((asked) => [asked.field.name, describeAnswer(asked.field, isRequired(asked, whole.guest))]),
    ),
    ...(required.length === 0 ? {} : { required }),
    ...(conditions.length === 0 ? {} : { allOf: conditions }),
  }
}

function conditionOn(source: Asked, { shownBy }: Asked): JsonSchema {
  const values = { enum: [...shownBy] }
  return source.field.type === 'multiselect' ? { type: 'array', contains: values } : values
}

function dependantsOn(fields: readonly Asked[], name: string | undefined): Asked[] {
  return fields.filter(({ source }) => source === name)
}
