import { useAction } from '../../ui/action.ts'
import { type Problem, problemOf } from '../../ui/problems/problem.ts'
import { codeText, textOf } from '../../ui/problems/problem-text.ts'
import { text } from './texts.ts'

const failures = {
  offline: 'failedOffline',
  'not-found': 'failedGone',
  'version-changed': 'failedChanged',
  'rate-limited': 'failedBusy',
  busy: 'failedBusy',
  internal: 'failedInternal',
} as const

const errors = {
  address: 'errorAddress',
  phone: 'errorPhone',
  search: 'errorSearch',
  name: 'errorName',
  minLength: 'errorRequired',
  required: 'errorRequired',
  maxLength: 'errorTooLong',
  minItems: 'errorNoScope',
} as const

export type Work = ReturnType<typeof useWork>

/** A request that the server may refuse; the input stays then. */
export function useWork() {
  const { isBusy, failure: problem, run } = useAction(problemOf)
  return {
    isBusy,
    run,
    failure: problem === undefined ? undefined : textOfFailure(problem),
    /** The error message of a member (`/name`). */
    errorAt(pointer: string): string | undefined {
      const error = problem?.errors.find((one) => one.pointer === pointer)
      if (error === undefined) return undefined
      const key = errors[error.code as keyof typeof errors]
      return key === undefined ? codeText('invalid') : text(key)
    },
  }
}

/** Describes why a request failed. */
export function failureText(error: unknown): string {
  return textOfFailure(problemOf(error))
}

function textOfFailure(problem: Problem): string {
  if (problem.errors.some(({ pointer }) => pointer !== '')) return text('failedInvalid')
  const key = failures[problem.code as keyof typeof failures]
  return key === undefined ? textOf(problem) : text(key)
}
