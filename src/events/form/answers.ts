import type { FieldError } from '../../kernel/base/fault.ts'
import { checkAnswer } from './answer-rules.ts'
import type { Answers, Form } from './definition.ts'
import { type Asked, planOf } from './plan.ts'
import { pointerOf } from './pointer.ts'
import { answerTo, shownFields } from './shown.ts'

type CheckedAnswers = { readonly answers: Record<string, unknown>; readonly errors: FieldError[] }

type Check = {
  /** A guest must only answer the required fields that the form marks `perAttendee`. */
  readonly guest?: boolean
  /** The JSON pointer of the object that contains `answers`: '' for a registration, `/attendees/1` for an attendee. */
  readonly at?: string
}

const MOST_UNKNOWN = 20

/**
 * Returns the answers to store, in the order of the form, and the errors. Answers to hidden fields are dropped; null
 * means no answer.
 */
export function checkAnswers(
  form: Form,
  answers: Answers,
  { guest = false, at = '' }: Check = {},
): CheckedAnswers {
  const plan = planOf(form)
  const kept: [string, unknown][] = []
  const errors = Object.keys(answers)
    .filter((name) => !plan.has(name))
    .slice(0, MOST_UNKNOWN)
    .map((name) => errorAt(at, name, { code: 'unknown-field', message: 'is no field of this form' }))
  for (const [name, asked] of shownFields(form, answers)) {
    const required = isRequired(asked, guest)
    const value = answerTo(answers, name)
    const breach =
      value !== undefined
        ? checkAnswer(asked, value, required)
        : required
          ? { code: 'required', message: 'is required' }
          : undefined
    if (breach !== undefined) errors.push(errorAt(at, name, breach))
    else if (value !== undefined) kept.push([name, value])
  }
  return { answers: Object.fromEntries(kept), errors }
}

export function isRequired({ field }: Asked, guest: boolean): boolean {
  return field.required && (!guest || field.perAttendee)
}

function errorAt(at: string, name: string, breach: { code: string; message: string }): FieldError {
  return { pointer: `${at}${pointerOf('answers', name.slice(0, 64))}`, ...breach }
}
