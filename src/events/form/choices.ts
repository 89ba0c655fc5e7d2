import type { AnsweredForm, Answers, Choice, Form } from './definition.ts'

/** The ids of the choices that checked answers take, each once: limited or not, so that a limit that comes later counts them. */
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

/** Every choice with the places it has left. A choice that the map does not name has all its places. */
export function withRemaining(form: Form, remainingByChoiceId: ReadonlyMap<string, number>): AnsweredForm {
  // A capacity that was lowered below what is taken leaves nothing, not less than nothing.
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
