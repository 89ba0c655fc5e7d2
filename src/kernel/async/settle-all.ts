/** Waits for all, even if some fail. Throws the first reason that is serious or, if none is, the first one. */
export async function settleAll<T extends readonly unknown[]>(
  started: T,
  isSerious: (reason: unknown) => boolean,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(started)
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  if (reasons.length > 0) throw reasons.find(isSerious) ?? reasons[0]
  return Promise.all(started)
}

/** Whether all work ends within the time. */
export async function finishes(work: readonly unknown[], timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const finished = await Promise.race([Promise.all(work).then(() => true), late])
  clearTimeout(timer)
  return finished
}
