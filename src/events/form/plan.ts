import type { Answers, Field, Form } from './definition.ts'

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

/** A field that depends on a hidden one is hidden too. */
export function shownFields(form: Form, answers: Answers): Map<string, Asked> {
  const shown = new Map<string, Asked>()
  for (const [name, asked] of planOf(form)) {
    const { source, shownBy } = asked
    if (source === undefined || (shown.has(source) && holds(answerTo(answers, source), shownBy)))
      shown.set(name, asked)
  }
  return shown
}

export function answerTo(answers: Answers, name: string): unknown {
  return Object.hasOwn(answers, name) ? (answers[name] ?? undefined) : undefined
}

function holds(answer: unknown, values: ReadonlySet<unknown>): boolean {
  return Array.isArray(answer) ? answer.some((item) => values.has(item)) : values.has(answer)
}
