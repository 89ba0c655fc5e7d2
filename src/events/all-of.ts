import { settleAll } from '../kernel/async/settle-all.ts'
import { Problem } from '../kernel/contract/problem.ts'

/**
 * Waits for all, so that nothing is sent after the transaction has ended. A failure is reported before a refusal, and
 * refusals in the order of the work.
 */
export function allOf<const T extends readonly unknown[]>(started: T) {
  return settleAll(started, (reason) => !(reason instanceof Problem))
}
