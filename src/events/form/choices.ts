import type { AnsweredForm, Answers, Choice, Form } from './definition.ts'

/** The ids of the choices that answers take, each once; also those without a limit, so that a later limit counts them. */
export function choicesOf(form: Form, answers: Answers): string[] {
  return form.sections
    .flatMap(({ fields }) => fields)
    .filter(({ name, choices }) => choices.length > 0 && Object.hasOwn(answers, name))
    .flatMap(({ name, choices }) => {
      const answer = answers[name]
      const taken = new Set(Array.isArray(answer) ? answer : [answer])
      return choices.filter(({ value }) => taken.has(value)).map(({ id }) => id)
    })
}

/** Adds the remaining places to every choice. A choice that the map does not name has all its places. */
export function withRemaining(form: Form, remainingByChoiceId: ReadonlyMap<string, number>): AnsweredForm {
  // If the capacity was lowered below the number taken, 0 places remain.
  const remainingOf = ({ id, capacity }: Choice) =>
    capacity === null ? null : Math.max(0, remainingByChoiceId.get(id) ?? capacity)
  return {
    sections: form.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => ({
        ...field,
        choices: field.choices.map((choice) => ({ ...choice, remaining: remainingOf(choice) })),
      })),
    })),
  }
}
