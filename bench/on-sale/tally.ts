import { percentile } from '../statistics.ts'

/** What a buyer does, in this order; one in ten cancels. */
export const steps = ['page', 'places', 'page again', 'register', 'own page', 'cancel'] as const
export type Step = (typeof steps)[number]

/** `longestMs` is the longest that anybody waited for the step, all tries together. */
export type StepTimes = { requests: number; p50Ms: number; p99Ms: number; longestMs: number }

/** Why somebody tried again. */
export type Retries = { broken: number; busy: number }

/** What the buyers saw. Times are of the try that was answered. */
export class Tally {
  readonly #times = new Map<Step, number[]>(steps.map((step) => [step, []]))
  readonly #longest = new Map<Step, number>()
  readonly retries: Retries = { broken: 0, busy: 0 }
  /** Pages that were not sent again, because nothing on them had changed. */
  unchanged = 0

  add(step: Step, { tryMs, waitedMs }: { tryMs: number; waitedMs: number }): void {
    this.#times.get(step)?.push(tryMs)
    this.#longest.set(step, Math.max(waitedMs, this.#longest.get(step) ?? 0))
  }

  summarize(): Record<Step, StepTimes> {
    const entries = steps.map((step) => {
      const times = this.#times.get(step) ?? []
      const longestMs = this.#longest.get(step) ?? Number.NaN
      const [p50Ms, p99Ms] = [percentile(times, 50), percentile(times, 99)]
      return [step, { requests: times.length, p50Ms, p99Ms, longestMs }]
    })
    return Object.fromEntries(entries)
  }
}
