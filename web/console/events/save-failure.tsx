import { failureText } from './failure.ts'
import type { Saving } from './saving.ts'

/** Above the buttons of a form: why it was not saved. */
export function SaveFailure({ saving }: { saving: Saving }) {
  if (saving.problem === undefined) return null
  return (
    <p class="notice bad" role="alert">
      {failureText(saving.problem)}
    </p>
  )
}
