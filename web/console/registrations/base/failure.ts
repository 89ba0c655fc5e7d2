import { type Problem, problemOf } from '../../../ui/problems/problem.ts'
import { codeText as textOfCode } from '../../../ui/problems/problem-text.ts'
import { text } from './texts.ts'

const known = {
  offline: 'failedOffline',
  'version-changed': 'failedChanged',
  'capacity-full': 'failedFull',
  'duplicate-registration': 'failedDuplicate',
  'registration-closed': 'failedClosed',
  'event-over': 'failedEventOver',
  'comes-with-option': 'failedWithOption',
  'invalid-transition': 'failedTransition',
  'changed-meanwhile': 'failedMeanwhile',
  'not-found': 'failedGone',
  'not-expected': 'failedTicket',
  'rate-limited': 'failedBusy',
  busy: 'failedBusy',
  internal: 'failedInternal',
} as const

/** Describes the problem in the reader's language. */
export function failureText(error: unknown): string {
  const problem = problemOf(error)
  return codeText(problem.code, problem.status)
}

/** Uses this area's own texts if there are any. */
export function codeText(code: string, status?: number): string {
  const key = known[code as keyof typeof known]
  return key === undefined ? textOfCode(code, status) : text(key)
}

/** The message above the buttons of a form; single fields show their own errors. */
export function formFailure(problem: Problem | undefined): string | undefined {
  if (problem === undefined) return undefined
  return problem.code === 'invalid' ? text('failedInvalid') : codeText(problem.code, problem.status)
}
