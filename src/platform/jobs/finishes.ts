/** Whether all work ends within the time. */
export async function finishes(work: readonly Promise<void>[], timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const finished = await Promise.race([Promise.all(work).then(() => true), late])
  clearTimeout(timer)
  return finished
}
