import { tellFailure } from './failure-text.ts'
import type { Failure } from './refusal.ts'

/** Always rendered, so that a screen reader announces its changes. */
export function FailureNote({ failure }: { failure: Failure | undefined }) {
  return <div role="alert">{failure !== undefined && <p class="notice bad">{tellFailure(failure)}</p>}</div>
}
