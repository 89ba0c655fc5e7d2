import type { Clock } from '../../kernel/base/clock.ts'
import { Interrupted, type Interruption } from './handler.ts'
import { confirmLease, type HeldLease } from './held-lease.ts'

/** Work under a lease that can be interrupted. After that nobody waits for it, even if it ignores the signal. */
export class Interruptible {
  /** When it started, by the monotonic clock. */
  readonly startedAt: number
  readonly #clock: Clock
  readonly #deadline: number
  readonly #controller = new AbortController()
  #interrupted: Interrupted | undefined
  #cut: (error: Interrupted) => void = () => {}

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock
    this.startedAt = clock.monotonic()
    this.#deadline = this.startedAt + timeoutMs
  }

  /** Created when it is first read, because that costs as much as a query, and some work never reads it. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Why it was interrupted, if it was. */
  get interruption(): Interruption | undefined {
    return this.#interrupted?.code
  }

  interrupt(reason: Interruption): void {
    this.#interrupted ??= new Interrupted(reason)
    this.#controller.abort(this.#interrupted)
    this.#cut(this.#interrupted)
  }

  interruptIfLate(): void {
    if (this.#clock.monotonic() > this.#deadline) this.interrupt('timed-out')
  }

  /** Resolves with the work, or throws as soon as it is interrupted. */
  follow(work: Promise<void>): Promise<void> {
    // A listener on the signal or `Promise.race` would cost more than the rest of a start.
    return new Promise((resolve, reject) => {
      this.#cut = reject
      work.then(resolve, reject)
    })
  }

  /** Throws if another process has the lease by now. */
  async confirm(lease: HeldLease): Promise<void> {
    if (!(await confirmLease(this.#clock, lease))) this.interrupt('lease-lost')
    this.check()
  }

  /** Throws if it was interrupted. */
  check(): void {
    if (this.#interrupted !== undefined) throw this.#interrupted
  }
}
