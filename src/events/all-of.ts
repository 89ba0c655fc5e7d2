import { Problem } from '../kernel/contract/problem.ts'

/**
 * Waits for all, so that nothing is sent after the transaction has ended. A failure is reported before a refusal, and
 * refusals in the order of the work.
 */
export async function allOf<T extends readonly unknown[]>(
  started: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(started)
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Problem)) ?? reasons[0]
  return Promise.all(started)
}
