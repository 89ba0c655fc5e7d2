import type { Field, Form } from './definition.ts'

/** A field with the lookups that are prepared for it. */
export type Asked = {
  readonly field: Field
  readonly values: ReadonlySet<unknown>
  /** The field is shown if the answer to this earlier field is one of `shownBy`; without it, always. */
  readonly source: string | undefined
  readonly shownBy: ReadonlySet<unknown>
}

/** By name, in the order of the form. */
type Plan = ReadonlyMap<string, Asked>

const plans = new WeakMap<Form, Plan>()

/** Computed once per form object and cached; a form is never changed in place. */
export function planOf(form: Form): Plan {
  let plan = plans.get(form)
  if (plan === undefined) {
    plan = new Map(form.sections.flatMap(({ fields }) => fields.map((field) => [field.name, askedOf(field)])))
    plans.set(form, plan)
  }
  return plan
}

export function askedOf(field: Field): Asked {
  return {
    field,
    values: new Set(field.choices.map(({ value }) => value)),
    source: field.visibleIf?.field,
    shownBy: new Set(field.visibleIf?.in),
  }
}
