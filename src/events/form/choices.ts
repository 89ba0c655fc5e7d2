import type { AnsweredForm, Choice, Form } from './definition.ts'

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
