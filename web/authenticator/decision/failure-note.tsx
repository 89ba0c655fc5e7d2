import { tellFailure } from './failure-text.ts'
import type { Failure } from './refusal.ts'

/** Always there, so that a screen reader says what comes into it. */
export function FailureNote({ failure }: { failure: Failure | undefined }) {
  return <div role="alert">{failure !== undefined && <p class="notice bad">{tellFailure(failure)}</p>}</div>
}
