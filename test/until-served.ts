import { setTimeout as delay } from 'node:timers/promises'

/** A server on a busy machine puts requests off: those are not judged, and are asked again. */
export async function untilServed<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await delay(20)
  }
}
