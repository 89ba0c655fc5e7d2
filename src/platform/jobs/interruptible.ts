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
  #cut: (error: Interrupted) => void = () => {}

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock
    this.startedAt = clock.monotonic()
    this.#deadline = this.startedAt + timeoutMs
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Why it was interrupted, if it was. */
  get interruption(): Interruption | undefined {
    const reason: unknown = this.signal.reason
    return reason instanceof Interrupted ? reason.code : undefined
  }

  interrupt(reason: Interruption): void {
    const error = new Interrupted(reason)
    this.#controller.abort(error)
    this.#cut(error)
  }

  interruptIfLate(): void {
    if (this.#clock.monotonic() > this.#deadline) this.interrupt('timed-out')
  }

  /** Resolves with the work, or throws as soon as it is interrupted. */
  async follow(work: Promise<void>): Promise<void> {
    // A listener on the signal would cost more than the rest of a start.
    const interrupted = new Promise<never>((_resolve, reject) => {
      this.#cut = reject
    })
    await Promise.race([work, interrupted])
  }

  /** Throws if another process has the lease by now. */
  async confirm(lease: HeldLease): Promise<void> {
    if (!(await confirmLease(this.#clock, lease))) this.interrupt('lease-lost')
    this.signal.throwIfAborted()
  }
}
