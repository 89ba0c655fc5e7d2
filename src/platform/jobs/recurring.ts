import type { Context } from '../../kernel/context.ts'
import { failureCode, failurePlace } from './failure.ts'
import {
  claimRecurring,
  insertRecurring,
  readFreeRecurring,
  releaseRecurring,
  renewRecurring,
} from './recurring-store.ts'

export type RecurringJob = {
  readonly kind: string
  readonly everyMs: number
  run(signal: AbortSignal): Promise<void>
}

type Running = {
  readonly controller: AbortController
  readonly done: Promise<void>
  /** When it started, by the monotonic clock. */
  readonly startedAt: number
}

/** Runs each recurring job in one process at a time. */
export class RecurringJobs {
  readonly #context: Context
  readonly #jobs: readonly RecurringJob[]
  readonly #lease: { owner: string; leaseMs: number }
  readonly #running = new Map<string, Running>()
  #known = false

  constructor(context: Context, jobs: readonly RecurringJob[], lease: { owner: string; leaseMs: number }) {
    this.#context = context
    this.#jobs = jobs
    this.#lease = lease
  }

  get running(): Promise<void>[] {
    return [...this.#running.values()].map((running) => running.done)
  }

  /** Starts due jobs; returns their number. */
  async tick(): Promise<number> {
    await this.#makeKnown()
    let started = 0
    const { database, clock } = this.#context
    const free = this.#jobs.length === 0 ? new Map() : await readFreeRecurring(database, clock.now())
    for (const job of this.#jobs) {
      const runAt = free.get(job.kind)
      if (this.#running.has(job.kind) || runAt === undefined || !(await this.#claim(job, runAt))) continue
      started++
      const controller = new AbortController()
      const startedAt = this.#context.clock.monotonic()
      this.#running.set(job.kind, { controller, startedAt, done: this.#run(job, controller.signal) })
    }
    return started
  }

  async renew(): Promise<void> {
    const { owner, leaseMs } = this.#lease
    for (const [kind, { controller }] of this.#running) {
      const leaseUntil = this.#context.clock.now() + leaseMs
      const held = await renewRecurring(this.#context.database, { kind, owner, leaseUntil })
      if (!held) controller.abort()
    }
  }

  /** Aborts runs whose lease may have expired; `leasedAt` is when the last renewal was requested. */
  abortIfOverdue(leasedAt: number): void {
    const now = this.#context.clock.monotonic()
    for (const { controller, startedAt } of this.#running.values())
      if (Math.max(startedAt, leasedAt) + this.#lease.leaseMs <= now) controller.abort()
  }

  abort(): void {
    for (const { controller } of this.#running.values()) controller.abort()
  }

  async #makeKnown(): Promise<void> {
    if (this.#known) return
    const { database, clock } = this.#context
    for (const { kind } of this.#jobs) await insertRecurring(database, kind, clock.now())
    this.#known = true
  }

  /** `runAt` avoids a write that would change nothing; the statement decides. */
  async #claim({ kind, everyMs }: RecurringJob, runAt: number): Promise<boolean> {
    const { database, clock } = this.#context
    const now = clock.now()
    const due = { kind, now, latest: now + 2 * everyMs }
    if (runAt > now && runAt <= due.latest) return false
    const { owner, leaseMs } = this.#lease
    return claimRecurring(database, { ...due, next: now + everyMs, owner, leaseUntil: now + leaseMs })
  }

  async #run(job: RecurringJob, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#context
    try {
      await job.run(signal)
    } catch (error) {
      const place = failurePlace(error)
      log.warn('a recurring job failed', { kind: job.kind, error: failureCode(error), place })
    }
    try {
      await releaseRecurring(database, job.kind, this.#lease.owner)
    } catch (error) {
      log.warn('the lease of a recurring job could not be released', { kind: job.kind, error })
    } finally {
      this.#running.delete(job.kind)
    }
  }
}
