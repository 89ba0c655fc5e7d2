import { useAction } from '../../../ui/action.ts'
import { problemOf } from '../../../ui/problems/problem.ts'
import { errorText } from './failure.ts'

export type Saving = ReturnType<typeof useSaving>

/** Saves something. If that fails, the input stays. */
export function useSaving() {
  const { failure: problem, ...action } = useAction(problemOf)
  return {
    ...action,
    problem,
    /** The error message of a member (`/venue/name`). */
    errorAt(pointer: string): string | undefined {
      const error = problem?.errors.find(
        (one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`),
      )
      return error === undefined ? undefined : errorText(error)
    },
  }
}
