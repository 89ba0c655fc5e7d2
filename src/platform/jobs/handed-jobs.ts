import type { Context } from '../../kernel/context.ts'
import { handedDesk } from './desk.ts'
import { Execution } from './execution.ts'
import { HANDED_LEASE_MS, type HandedJob } from './handed.ts'
import type { JobHandler } from './handler.ts'

type Held = { leaseUntil: number; execution: Execution | undefined }

/** The jobs that a runner was handed: those that run, and those that wait for room. */
export class HandedJobs {
  readonly #context: Context
  readonly #held = new Map<HandedJob, Held>()
  #waiting: HandedJob[] = []

  constructor(context: Context) {
    this.#context = context
  }

  countWaiting(kind: string): number {
    return this.#waiting.reduce((count, job) => (job.kind === kind ? count + 1 : count), 0)
  }

  add(job: HandedJob): void {
    this.#held.set(job, {
      leaseUntil: this.#context.clock.now() + HANDED_LEASE_MS,
      execution: undefined,
    })
    this.#waiting.push(job)
  }

  /** The one of the kind that waits longest. */
  next(kind: string): HandedJob | undefined {
    const index = this.#waiting.findIndex((job) => job.kind === kind)
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0]
  }

  start(job: HandedJob, handler: JobHandler): Execution {
    const { kind, payload, held } = job
    const execution = new Execution(this.#context, {
      job: { kind, payload, sealed: 0, attempts: 1 },
      handler,
      desk: handedDesk(this.#context, job),
      held,
    })
    const known = this.#held.get(job)
    if (known !== undefined) known.execution = execution
    void execution.done.then(() => this.#held.delete(job))
    return execution
  }

  /** Early enough for two more tries; at once, so that they share a commit. */
  async renew(): Promise<void> {
    const now = this.#context.clock.now()
    const due = [...this.#held].filter(([, { leaseUntil }]) => leaseUntil - now <= (HANDED_LEASE_MS * 2) / 3)
    await Promise.all(due.map(([job, held]) => this.#renewOne(job, held, now + HANDED_LEASE_MS)))
  }

  async #renewOne(job: HandedJob, held: Held, until: number): Promise<void> {
    try {
      if (await job.renew(until)) held.leaseUntil = until
      else this.#lose(job, held)
    } catch (error) {
      // What could not be renewed in time may be another process's by now.
      if (this.#context.clock.now() >= held.leaseUntil) this.#lose(job, held)
      throw error
    }
  }

  #lose(job: HandedJob, { execution }: Held): void {
    if (execution === undefined) this.#drop(job)
    else execution.interrupt('lease-lost')
  }

  /** What has not been started becomes anybody's; where that cannot be stored, when its lease ends. */
  async giveBack(): Promise<void> {
    const { clock, log } = this.#context
    const waiting = this.#waiting
    this.#waiting = []
    for (const job of waiting) {
      this.#held.delete(job)
      try {
        await handedDesk(this.#context, job).giveBack(clock.now())
      } catch (error) {
        log.warn('a job that was handed over cannot be given back', { kind: job.kind, error })
      }
    }
  }

  #drop(job: HandedJob): void {
    this.#held.delete(job)
    this.#waiting = this.#waiting.filter((waiting) => waiting !== job)
  }
}
