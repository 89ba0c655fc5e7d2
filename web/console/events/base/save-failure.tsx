import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { failureText } from './failure.ts'
import type { Saving } from './saving.ts'

/** Shown above the buttons of a form if saving failed. */
export function SaveFailure({ saving: { problem } }: { saving: Saving }) {
  return <FailureNotice failure={problem === undefined ? undefined : failureText(problem)} />
}
