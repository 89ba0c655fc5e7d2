import type { Context } from '../../kernel/context.ts'
import { sealPurpose } from './enqueue.ts'
import { backoffMs, failureCode, failurePlace } from './failure.ts'
import { handlerDefaults, Interrupted, type Interruption, type JobHandler, PutOff } from './handler.ts'
import type { HeldLease } from './held-lease.ts'
import { Interruptible } from './interruptible.ts'
import {
  type ClaimedJob,
  failJob,
  findLeaseEnd,
  finishJob,
  type Lease,
  renewLease,
  retryJob,
  returnJob,
} from './store.ts'

type Start = { job: ClaimedJob; handler: JobHandler; owner: string; leaseMs: number }

/** One run of one job, until its outcome is stored. */
export class Execution {
  readonly job: ClaimedJob
  readonly done: Promise<void>
  readonly #context: Context
  readonly #handler: JobHandler
  readonly #lease: Lease
  readonly #held: HeldLease
  readonly #work: Interruptible

  constructor(context: Context, { job, handler, owner, leaseMs }: Start) {
    const { database, clock } = context
    this.job = job
    this.#context = context
    this.#handler = handler
    const lease = { id: job.id, owner, attempts: job.attempts }
    this.#lease = lease
    this.#held = {
      leaseMs,
      find: () => findLeaseEnd(database, lease),
      renew: (until) => renewLease(database, lease, until),
    }
    this.#work = new Interruptible(clock, handler.timeoutMs ?? handlerDefaults.timeoutMs)
    this.done = this.#run()
  }

  /** When it started, by the monotonic clock. */
  get startedAt(): number {
    return this.#work.startedAt
  }

  interrupt(reason: Interruption): void {
    this.#work.interrupt(reason)
  }

  get resumes(): boolean {
    return this.#handler.resumes === true
  }

  interruptIfLate(): void {
    this.#work.interruptIfLate()
  }

  /** If the outcome cannot be stored, the lease runs out and the job starts again. */
  async #run(): Promise<void> {
    try {
      await this.#store(await this.#attempt())
    } catch (error) {
      this.#context.log.error('the outcome of a job cannot be stored', { kind: this.job.kind, error })
    }
  }

  async #attempt(): Promise<{ failure?: unknown }> {
    try {
      // A process that a job crashes cannot report it, but its starts are counted.
      if (this.job.attempts > this.#maxAttempts) throw new Interrupted('lease-lost')
      const { attempts: attempt } = this.job
      const confirm = () => this.#work.confirm(this.#held)
      const run = { attempt, signal: this.#work.signal, confirm }
      await this.#work.follow(this.#handler.run(this.#payload(), run))
      return {}
    } catch (failure) {
      return { failure }
    }
  }

  async #store(outcome: { failure?: unknown }): Promise<void> {
    const { database, clock } = this.#context
    if (!('failure' in outcome)) return this.#report(await finishJob(database, this.#lease))
    const { interruption } = this.#work
    if (interruption === 'lease-lost') return this.#report(false)
    if (interruption === 'stopped') return this.#report(await returnJob(database, this.#lease, clock.now()))
    await this.#storeFailure(outcome.failure)
  }

  async #storeFailure(failure: unknown): Promise<void> {
    const { database, clock, random, log } = this.#context
    const { kind, attempts } = this.job
    const error = failureCode(failure)
    const last = attempts >= this.#maxAttempts
    log.warn('a job failed', { kind, attempt: attempts, error, last, place: failurePlace(failure) })
    if (last) {
      await this.#handler.onGivenUp?.(this.#payload())
      return this.#report(await failJob(database, this.#lease, { now: clock.now(), error }))
    }
    const longestWaitMs = this.#handler.longestWaitMs ?? handlerDefaults.longestWaitMs
    const asked = failure instanceof PutOff ? failure.waitMs : 0
    const runAt = clock.now() + Math.max(backoffMs(attempts, longestWaitMs, random), asked)
    this.#report(await retryJob(database, this.#lease, { runAt, error }))
  }

  get #maxAttempts(): number {
    return this.#handler.maxAttempts ?? handlerDefaults.maxAttempts
  }

  #payload(): string {
    const { kind, payload, sealed } = this.job
    return sealed === 1 ? this.#context.vault.open(sealPurpose(kind), payload) : payload
  }

  #report(held: boolean): void {
    if (!held) this.#context.log.warn('a job took longer than its lease', { kind: this.job.kind })
  }
}
