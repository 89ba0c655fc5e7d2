import type { IncomingMessage } from 'node:http'
import type { Visits } from './visits.ts'

type Wait = { subscribe: (wake: () => void) => () => void; timeoutMs: number }

/** A held request costs a timer and three functions: no promise chain and no signal. */
export function holdRequest(
  visits: Visits,
  request: IncomingMessage,
  { subscribe, timeoutMs }: Wait,
): Promise<void> {
  return new Promise((resolve) => {
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      leave()
      release()
      resolve()
    }
    const timer = setTimeout(() => end(), timeoutMs)
    let leave = () => {}
    let release = () => {}
    leave = subscribe(end)
    if (!over) release = visits.hold(request, end)
    if (over) {
      leave()
      release()
    }
  })
}
