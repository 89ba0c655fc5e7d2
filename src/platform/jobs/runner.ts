import { finishes } from '../../kernel/async/settle-all.ts'
import type { Context } from '../../kernel/context.ts'
import { Executions } from './executions.ts'
import type { JobHandler } from './handler.ts'
import { joinRunners } from './local-runners.ts'
import { type RecurringJob, RecurringJobs } from './recurring.ts'
import { createLookForDue, hasDueJob } from './store.ts'

type JobRunnerOptions = {
  recurring?: readonly RecurringJob[]
  /** How long a process that died keeps its jobs from other processes. */
  leaseMs?: number
  pollMs?: number
}

export type JobRunner = {
  /** Polls from now on, and wakes at every commit of this process that adds a job. */
  start(): void
  /** Looks once: ends jobs that take too long, renews leases, starts due jobs. Returns the number of starts. */
  tick(): Promise<number>
  /** Runs until no job is due or running. */
  drain(): Promise<void>
  /** Searches soon for jobs of one kind, or for everything that may be due. */
  kick(kind?: string): void
  /** Starts no more jobs; those still running after the time-out are aborted and given back. */
  stop(timeoutMs?: number): Promise<void>
}

export function createJobRunner(
  context: Context,
  handlers: Readonly<Record<string, JobHandler>>,
  options: JobRunnerOptions = {},
): JobRunner {
  return new PollingRunner(context, handlers, options)
}

/** The kinds to search for. A finished or new job concerns only its own kind. */
type Wanted = Set<string> | 'all'

class PollingRunner implements JobRunner {
  readonly #context: Context
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #recurring: RecurringJobs
  readonly #lookForDue: ReturnType<typeof createLookForDue>
  readonly #leaseMs: number
  readonly #pollMs: number
  readonly #executions: Executions
  #renewedAt: number
  /** When the last successful renewal was requested, by the monotonic clock. */
  #leasedAt: number
  #starts = 0
  #ticking: Promise<number> | undefined
  #poll: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #wanted: Wanted = new Set()
  #kicked = false
  #stopping = false
  #leave: () => void = () => {}

  constructor(context: Context, handlers: Readonly<Record<string, JobHandler>>, options: JobRunnerOptions) {
    this.#context = context
    this.#handlers = new Map(Object.entries(handlers))
    this.#lookForDue = createLookForDue([...this.#handlers.keys()])
    this.#leaseMs = options.leaseMs ?? 30_000
    this.#pollMs = options.pollMs ?? 500
    this.#renewedAt = context.clock.now()
    this.#leasedAt = context.clock.monotonic()
    const lease = { owner: context.ids.uuid(), leaseMs: this.#leaseMs }
    this.#executions = new Executions(context, lease)
    this.#recurring = new RecurringJobs(context, options.recurring ?? [], lease)
  }

  start(): void {
    if (this.#poll !== undefined) return
    this.#poll = setInterval(() => this.#lookForAll(), this.#pollMs).unref()
    this.#leave = joinRunners(this.#context.database, this)
    this.kick()
  }

  /** Ticks run one after the other: a tick requested during another one begins after it. */
  tick(): Promise<number> {
    return this.#tickFor('all')
  }

  #tickFor(wanted: Wanted): Promise<number> {
    const before = this.#ticking ?? Promise.resolve(0)
    const tick = before.catch(() => 0).then(() => this.#look(wanted))
    this.#ticking = tick
    return tick
  }

  /**
   * Jobs that end during a search may have added others after it, so the last search must be one during which nothing
   * ran.
   */
  async drain(): Promise<void> {
    for (;;) {
      const [before, starts] = [this.#allRunning().length, this.#starts]
      await this.tick()
      const running = this.#allRunning()
      if (before + running.length === 0 && this.#starts === starts) return
      await Promise.all(running)
    }
  }

  kick(kind?: string): void {
    if (this.#poll === undefined || this.#stopping) return
    if (kind === undefined) this.#wanted = 'all'
    else if (this.#wanted !== 'all') this.#wanted.add(kind)
    if (this.#kicked) return
    this.#kicked = true
    setImmediate(() => {
      this.#kicked = false
      this.#lookSoon()
    })
  }

  async stop(timeoutMs = 10_000): Promise<void> {
    this.#stopping = true
    this.#leave()
    clearInterval(this.#poll)
    await this.#ticking?.catch(() => 0)
    for (const execution of this.#executions) if (execution.resumes) execution.interrupt('stopped')
    if (await finishes(this.#allRunning(), timeoutMs)) return
    this.#recurring.abort()
    for (const execution of this.#executions) execution.interrupt('stopped')
    await Promise.all([...this.#executions].map((execution) => execution.done))
  }

  /** However often it is called during a search, one more search follows. */
  #lookSoon(): void {
    // A search for nothing would end before `#looking` is assigned, which would then never be cleared.
    if (this.#wanted !== 'all' && this.#wanted.size === 0) return
    this.#looking ??= this.#lookWhileWanted()
  }

  #lookForAll(): void {
    this.#wanted = 'all'
    this.#lookSoon()
  }

  async #lookWhileWanted(): Promise<void> {
    try {
      while ((this.#wanted === 'all' || this.#wanted.size > 0) && !this.#stopping) {
        const wanted = this.#wanted
        this.#wanted = new Set()
        await this.#tickFor(wanted)
      }
    } catch (error) {
      this.#context.log.warn('the search for due jobs failed', { error })
    } finally {
      this.#looking = undefined
    }
  }

  async #look(wanted: Wanted): Promise<number> {
    for (const execution of this.#executions) execution.interruptIfLate()
    await this.#renew()
    const { database, clock } = this.#context
    // An idle process sends one query instead of one per kind.
    const due = wanted === 'all' ? await this.#lookForDue(database, clock.now()) : undefined
    let started = 0
    for (const [kind, handler] of this.#handlers)
      if (wanted === 'all' || wanted.has(kind)) started += await this.#startDue(kind, handler, due)
    if (wanted === 'all' && !this.#stopping) started += await this.#recurring.tick()
    this.#starts += started
    return started
  }

  /** `due` are the kinds that have due jobs, if that is known. */
  async #startDue(kind: string, handler: JobHandler, due?: ReadonlySet<string>): Promise<number> {
    const { database, clock } = this.#context
    const limit = this.#executions.roomFor(kind, handler)
    if (this.#stopping || limit <= 0) return 0
    if (!(due?.has(kind) ?? (await hasDueJob(database, kind, clock.now())))) return 0
    return this.#executions.start(kind, { handler, limit, onEnd: () => this.kick(kind) })
  }

  /** Renews after a third of the lease, and at once if the wall clock was set back, so that this delays no renewal. */
  async #renew(): Promise<void> {
    const now = this.#context.clock.now()
    if (now >= this.#renewedAt && now < this.#renewedAt + this.#leaseMs / 3) return
    const askedAt = this.#context.clock.monotonic()
    try {
      await this.#recurring.renew()
      await this.#executions.renew(now)
    } catch (error) {
      this.#executions.interruptOverdue(this.#leasedAt)
      this.#recurring.abortIfOverdue(this.#leasedAt)
      throw error
    }
    this.#renewedAt = now
    this.#leasedAt = askedAt
  }

  #allRunning(): Promise<void>[] {
    return [...[...this.#executions].map((execution) => execution.done), ...this.#recurring.running]
  }
}
