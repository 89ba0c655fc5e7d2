import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { failureText } from './failure.ts'
import type { Saving } from './saving.ts'

/** Above the buttons of a form: why it was not saved. */
export function SaveFailure({ saving: { problem } }: { saving: Saving }) {
  return <FailureNotice failure={problem === undefined ? undefined : failureText(problem)} />
}
