import type { Context } from '../../kernel/context.ts'
import { Execution } from './execution.ts'
import { handlerDefaults, type JobHandler } from './handler.ts'
import { claimJobs, renewLease, renewLeases } from './store.ts'

/** The jobs that one runner has started and not ended, by kind, and their leases. */
export class Executions {
  readonly #context: Context
  readonly #owner: string
  readonly #leaseMs: number
  readonly #running = new Map<string, Set<Execution>>()

  constructor(context: Context, { owner, leaseMs }: { owner: string; leaseMs: number }) {
    this.#context = context
    this.#owner = owner
    this.#leaseMs = leaseMs
  }

  *[Symbol.iterator](): Generator<Execution> {
    for (const running of this.#running.values()) yield* running
  }

  roomFor(kind: string, { concurrency = handlerDefaults.concurrency }: JobHandler): number {
    return concurrency - this.#runningOf(kind).size
  }

  /** Starts up to `limit` due jobs; returns their number. */
  async start(
    kind: string,
    { handler, limit, onEnd }: { handler: JobHandler; limit: number; onEnd: () => void },
  ): Promise<number> {
    const [owner, leaseMs] = [this.#owner, this.#leaseMs]
    const { database, clock } = this.#context
    const now = clock.now()
    const claimed = await claimJobs(database, { kind, limit, now, owner, leaseUntil: now + leaseMs })
    const running = this.#runningOf(kind)
    for (const job of claimed) {
      const execution = new Execution(this.#context, { job, handler, owner, leaseMs })
      running.add(execution)
      void execution.done.then(() => {
        running.delete(execution)
        onEnd()
      })
    }
    return claimed.length
  }

  async renew(now: number): Promise<void> {
    const executions = [...this]
    if (executions.length === 0) return
    const { database } = this.#context
    const held = await renewLeases(database, this.#owner, now + this.#leaseMs)
    const unclaimed = new Map(held.map((lease) => [`${lease.id} ${lease.attempts}`, lease]))
    for (const execution of executions) {
      const { id, attempts } = execution.job
      if (!unclaimed.delete(`${id} ${attempts}`)) execution.interrupt('lease-lost')
    }
    // A run whose outcome could not be stored has no execution any more: end its lease, so that any process may run
    // the job.
    for (const lease of unclaimed.values()) await renewLease(database, { ...lease, owner: this.#owner }, now)
  }

  /**
   * `leasedAt` is when the last renewal was requested, by the monotonic clock: after that, leases may have gone to
   * another process.
   */
  interruptOverdue(leasedAt: number): void {
    const now = this.#context.clock.monotonic()
    for (const execution of this)
      if (Math.max(execution.startedAt, leasedAt) + this.#leaseMs <= now) execution.interrupt('lease-lost')
  }

  #runningOf(kind: string): Set<Execution> {
    const running = this.#running.get(kind) ?? new Set()
    this.#running.set(kind, running)
    return running
  }
}
