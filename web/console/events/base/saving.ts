import { useAction } from '../../../ui/action.ts'
import { type Problem, problemOf } from '../../../ui/problems/problem.ts'
import { errorText } from './failure.ts'

export type Saving = {
  readonly isBusy: boolean
  readonly problem: Problem | undefined
  /** The error message of a member (`/venue/name`). */
  errorAt(pointer: string): string | undefined
  /** Runs the work unless it is already running. If it fails, the input stays. */
  run(work: () => Promise<void>): void
  clear(): void
}

export function useSaving(): Saving {
  const { isBusy, failure: problem, run, clear } = useAction(problemOf)
  return {
    isBusy,
    problem,
    errorAt(pointer) {
      const error = problem?.errors.find(
        (one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`),
      )
      return error === undefined ? undefined : errorText(error)
    },
    run,
    clear,
  }
}
