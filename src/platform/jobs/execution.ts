import type { Context } from '../../kernel/context.ts'
import type { Desk } from './desk.ts'
import { sealPurpose } from './enqueue.ts'
import { backoffMs, failureCode, failurePlace } from './failure.ts'
import { handlerDefaults, Interrupted, type Interruption, type JobHandler, PutOff } from './handler.ts'
import { confirmLease } from './held-lease.ts'
import type { ClaimedJob } from './store.ts'

type Start = { job: Started; handler: JobHandler; desk: Desk; held?: unknown }
/** One that was handed over has no row, and so no id. */
type Started = Omit<ClaimedJob, 'id'> & { readonly id?: string }

/** One start of one job, until its outcome is stored. */
export class Execution {
  readonly job: Started
  /** By the monotonic clock. */
  readonly startedAt: number
  readonly done: Promise<void>
  readonly #context: Context
  readonly #handler: JobHandler
  readonly #desk: Desk
  readonly #held: unknown
  readonly #controller = new AbortController()
  readonly #deadline: number
  #cut: (error: Interrupted) => void = () => {}

  constructor(context: Context, { job, handler, desk, held }: Start) {
    this.job = job
    this.#context = context
    this.#handler = handler
    this.#desk = desk
    this.#held = held
    this.startedAt = context.clock.monotonic()
    this.#deadline = this.startedAt + (handler.timeoutMs ?? handlerDefaults.timeoutMs)
    this.done = this.#run()
  }

  interrupt(reason: Interruption): void {
    const error = new Interrupted(reason)
    this.#controller.abort(error)
    this.#cut(error)
  }

  get resumes(): boolean {
    return this.#handler.resumes === true
  }

  interruptIfLate(): void {
    if (this.#context.clock.monotonic() > this.#deadline) this.interrupt('timed-out')
  }

  /** Where the outcome cannot be stored the lease ends by itself and the job starts again. */
  async #run(): Promise<void> {
    try {
      await this.#store(await this.#attempt())
    } catch (error) {
      this.#context.log.error('the outcome of a job cannot be stored', { kind: this.job.kind, error })
    }
  }

  async #attempt(): Promise<{ failure?: unknown }> {
    const { signal } = this.#controller
    try {
      // A process that dies of a job never says so: its starts count all the same.
      if (this.job.attempts > this.#maxAttempts) throw new Interrupted('lease-lost')
      const { attempts: attempt } = this.job
      const confirm = () => this.#confirm()
      const run = this.#handler.run(this.#payload(), { attempt, signal, held: this.#held, confirm })
      // A listener at the signal would cost more than the rest of a start.
      const interrupted = new Promise<never>((_resolve, reject) => {
        this.#cut = reject
      })
      await Promise.race([run, interrupted])
      return {}
    } catch (failure) {
      return { failure }
    }
  }

  async #confirm(): Promise<void> {
    if (!(await confirmLease(this.#context.clock, this.#desk.lease))) this.interrupt('lease-lost')
    this.#controller.signal.throwIfAborted()
  }

  async #store(outcome: { failure?: unknown }): Promise<void> {
    if (!('failure' in outcome)) return this.#report(await this.#desk.finish())
    const reason: unknown = this.#controller.signal.reason
    const code = reason instanceof Interrupted ? reason.code : undefined
    if (code === 'lease-lost') return this.#report(false)
    if (code === 'stopped') return this.#report(await this.#desk.giveBack(this.#context.clock.now()))
    await this.#storeFailure(outcome.failure)
  }

  async #storeFailure(failure: unknown): Promise<void> {
    const { clock, random, log } = this.#context
    const { kind, attempts } = this.job
    const error = failureCode(failure)
    const last = attempts >= this.#maxAttempts
    log.warn('a job failed', { kind, attempt: attempts, error, last, place: failurePlace(failure) })
    if (last) {
      await this.#handler.onGivenUp?.(this.#payload())
      return this.#report(await this.#desk.fail({ now: clock.now(), error }))
    }
    const longestWaitMs = this.#handler.longestWaitMs ?? handlerDefaults.longestWaitMs
    const asked = failure instanceof PutOff ? failure.waitMs : 0
    const runAt = clock.now() + Math.max(backoffMs(attempts, longestWaitMs, random), asked)
    this.#report(await this.#desk.retry({ runAt, error }))
  }

  get #maxAttempts(): number {
    return this.#handler.maxAttempts ?? handlerDefaults.maxAttempts
  }

  #payload(): string {
    const { kind, payload, sealed } = this.job
    return sealed === 1 ? this.#context.vault.open(sealPurpose(kind), payload) : payload
  }

  #report(held: boolean): void {
    if (!held) this.#context.log.warn('a job outlived its lease', { kind: this.job.kind })
  }
}
