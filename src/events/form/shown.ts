import type { Answers, Form } from './definition.ts'
import { type Asked, planOf } from './plan.ts'

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
