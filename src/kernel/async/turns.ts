import { Fault } from '../base/fault.ts'
import { Line } from '../base/line.ts'

/** Lets work that has the same key wait for its turn, first come, first served. */
export type Turns = {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

type Waiting = {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
  before: Waiting | undefined
  after: Waiting | undefined
}
type Lane = { running: number; readonly waiting: Line<Waiting> }

/** At most `atOnce` of the same key run at a time. Work that waits longer than `maxWaitMs` is refused as busy. */
export function createTurns({ atOnce, maxWaitMs }: { atOnce: number; maxWaitMs: number }): Turns {
  const lanes = new Map<string, Lane>()

  function enter(key: string): Promise<void> | undefined {
    const lane = lanes.get(key) ?? { running: 0, waiting: new Line<Waiting>() }
    lanes.set(key, lane)
    if (lane.running < atOnce) {
      lane.running += 1
      return undefined
    }
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        lane.waiting.leave(waiting)
        refuse(new Fault('busy', { detail: 'too many requests at once', retryAfterSeconds: 1 }))
      }, maxWaitMs)
      const waiting: Waiting = { start, timer, before: undefined, after: undefined }
      lane.waiting.join(waiting)
    })
  }

  /** Hands the turn to the one that has waited longest. */
  function leave(key: string): void {
    const lane = lanes.get(key)
    if (lane === undefined) return
    const next = lane.waiting.first
    if (next === undefined) {
      lane.running -= 1
      if (lane.running === 0) lanes.delete(key)
      return
    }
    lane.waiting.leave(next)
    clearTimeout(next.timer)
    next.start()
  }

  return {
    async run(key, work) {
      await enter(key)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
  }
}

/** Nobody waits. */
export const noTurns: Turns = { run: (_key, work) => work() }
