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
  'session-clash': 'failedClash',
  'changed-meanwhile': 'failedMeanwhile',
  'not-found': 'failedGone',
  'not-expected': 'failedTicket',
  'missing-scope': 'failedForbidden',
  forbidden: 'failedForbidden',
  'search-too-broad': 'failedBroad',
  'rate-limited': 'failedBusy',
  busy: 'failedBusy',
  internal: 'failedInternal',
} as const

/** What went wrong, in the reader's language. */
export function failureText(error: unknown): string {
  const problem = problemOf(error)
  return codeText(problem.code, problem.status)
}

/** In the words of this area where it has some. */
export function codeText(code: string, status?: number): string {
  const key = known[code as keyof typeof known]
  return key === undefined ? textOfCode(code, status) : text(key)
}

/** Above the buttons of a form whose fields tell what is wrong with them. */
export function formFailure(problem: Problem | undefined): string | undefined {
  if (problem === undefined) return undefined
  return problem.code === 'invalid' ? text('failedInvalid') : codeText(problem.code, problem.status)
}
