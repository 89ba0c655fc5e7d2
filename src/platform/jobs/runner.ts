import type { Context } from '../../kernel/context.ts'
import { rowDesk } from './desk.ts'
import { Execution } from './execution.ts'
import type { HandedJob } from './handed.ts'
import { HandedJobs } from './handed-jobs.ts'
import { handlerDefaults, type JobHandler } from './handler.ts'
import { joinRunners, type LocalRunner } from './local-runners.ts'
import { type RecurringJob, RecurringJobs } from './recurring.ts'
import { claimJobs, createLookForDue, hasDueJob, renewLease, renewLeases } from './store.ts'

type JobRunnerOptions = {
  recurring?: readonly RecurringJob[]
  /** How long a process that died keeps its jobs from the others. */
  leaseMs?: number
  pollMs?: number
}

export type JobRunner = {
  /** Polls from now on, and wakes at every commit of this process that adds a job. */
  start(): void
  /** Looks once: ends what takes too long, renews leases, starts what is due. Gives the number of starts. */
  tick(): Promise<number>
  /** Looks until nothing is due and nothing runs. */
  drain(): Promise<void>
  /** Looks soon: for jobs of one kind, or for everything that may be due. */
  kick(kind?: string): void
  /** Starts nothing more; what still runs after the time is aborted and given back. */
  stop(timeoutMs?: number): Promise<void>
}

export function createJobRunner(
  context: Context,
  handlers: Readonly<Record<string, JobHandler>>,
  options: JobRunnerOptions = {},
): JobRunner {
  return new PollingRunner(context, handlers, options)
}

/** Kinds to look for. A finished job or a new one concerns its own kind. */
type Wanted = Set<string> | 'all'

class PollingRunner implements JobRunner, LocalRunner {
  readonly #context: Context
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #recurring: RecurringJobs
  readonly #lookForDue: ReturnType<typeof createLookForDue>
  readonly #owner: string
  readonly #leaseMs: number
  readonly #pollMs: number
  readonly #handed: HandedJobs
  readonly #running = new Map<string, Set<Execution>>()
  /** Kinds of which more may be due than there was room for. */
  readonly #crowded = new Set<string>()
  #renewedAt: number
  /** When the last renewal was asked for that succeeded, by the monotonic clock. */
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
    this.#owner = context.ids.uuid()
    this.#leaseMs = options.leaseMs ?? 30_000
    this.#pollMs = options.pollMs ?? 500
    this.#renewedAt = context.clock.now()
    this.#leasedAt = context.clock.monotonic()
    const lease = { owner: this.#owner, leaseMs: this.#leaseMs }
    this.#handed = new HandedJobs(context)
    this.#recurring = new RecurringJobs(context, options.recurring ?? [], lease)
  }

  start(): void {
    if (this.#poll !== undefined) return
    this.#poll = setInterval(() => this.#lookForAll(), this.#pollMs).unref()
    this.#leave = joinRunners(this.#context.database, this)
    this.kick()
  }

  /** Ticks run one after the other: a tick that is asked for during another begins after it. */
  tick(): Promise<number> {
    return this.#tickFor('all')
  }

  #tickFor(wanted: Wanted): Promise<number> {
    const before = this.#ticking ?? Promise.resolve(0)
    const tick = before.catch(() => 0).then(() => this.#look(wanted))
    this.#ticking = tick
    return tick
  }

  /** What ends during a look may have added jobs behind it: the last look is one beside which nothing ran. */
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

  hasRoom(kind: string): boolean {
    const handler = this.#handlers.get(kind)
    if (handler === undefined || this.#stopping) return false
    return this.#roomFor(kind, handler) > this.#handed.countWaiting(kind)
  }

  /** Where the runner stops meanwhile the lease ends by itself. */
  take(job: HandedJob): void {
    if (this.#stopping) return
    this.#starts++
    this.#handed.add(job)
    this.#startHanded(job.kind)
  }

  async stop(timeoutMs = 10_000): Promise<void> {
    this.#stopping = true
    this.#leave()
    clearInterval(this.#poll)
    await this.#ticking?.catch(() => 0)
    await this.#handed.giveBack()
    for (const execution of this.#executions()) if (execution.resumes) execution.interrupt('stopped')
    if (await finishes(this.#allRunning(), timeoutMs)) return
    this.#recurring.abort()
    for (const execution of this.#executions()) execution.interrupt('stopped')
    await Promise.all([...this.#executions()].map((execution) => execution.done))
  }

  /** However often it is called during a look, one more look follows. */
  #lookSoon(): void {
    // A look for nothing would be over before it is noted, and would be noted for ever.
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
      this.#context.log.warn('jobs cannot be looked for', { error })
    } finally {
      this.#looking = undefined
    }
  }

  async #look(wanted: Wanted): Promise<number> {
    for (const execution of this.#executions()) execution.interruptIfLate()
    await this.#renew()
    if (wanted === 'all') await this.#handed.renew()
    const { database, clock } = this.#context
    // An idle process asks once, and not once a kind.
    const due = wanted === 'all' ? await this.#lookForDue(database, clock.now()) : undefined
    let started = 0
    for (const [kind, handler] of this.#handlers)
      if (wanted === 'all' || wanted.has(kind)) started += await this.#startDue(kind, handler, due)
    if (wanted === 'all' && !this.#stopping) started += await this.#recurring.tick()
    this.#starts += started
    return started
  }

  /** `due` are the kinds that have due jobs, where that is known. */
  async #startDue(kind: string, handler: JobHandler, due?: ReadonlySet<string>): Promise<number> {
    const { database, clock } = this.#context
    const limit = this.#roomFor(kind, handler)
    if (limit <= 0) this.#crowded.add(kind)
    else this.#crowded.delete(kind)
    if (this.#stopping || limit <= 0) return 0
    if (!(due?.has(kind) ?? (await hasDueJob(database, kind, clock.now())))) return 0
    const now = clock.now()
    const lease = { now, owner: this.#owner, leaseUntil: now + this.#leaseMs }
    const claimed = await claimJobs(database, { kind, limit, ...lease })
    if (claimed.length === limit) this.#crowded.add(kind)
    for (const job of claimed) {
      const { id, attempts } = job
      const desk = rowDesk(database, { id, owner: this.#owner, attempts, leaseMs: this.#leaseMs })
      const execution = new Execution(this.#context, { job, handler, desk })
      this.#follow(kind, execution, () => this.kick(kind))
    }
    return claimed.length
  }

  #startHanded(kind: string): void {
    const handler = this.#handlers.get(kind)
    if (handler === undefined || this.#roomFor(kind, handler) <= 0) return
    const job = this.#handed.next(kind)
    if (job === undefined) return
    this.#follow(kind, this.#handed.start(job, handler), () => {
      if (this.#crowded.has(kind)) this.kick(kind)
    })
  }

  #follow(kind: string, execution: Execution, onEnd: () => void): void {
    const running = this.#runningOf(kind)
    running.add(execution)
    void execution.done.then(() => {
      running.delete(execution)
      this.#startHanded(kind)
      onEnd()
    })
  }

  #runningOf(kind: string): Set<Execution> {
    const running = this.#running.get(kind) ?? new Set()
    this.#running.set(kind, running)
    return running
  }

  #roomFor(kind: string, { concurrency = handlerDefaults.concurrency }: JobHandler): number {
    return concurrency - this.#runningOf(kind).size
  }

  /** A wall clock that was set back must not make a renewal wait. */
  async #renew(): Promise<void> {
    const now = this.#context.clock.now()
    if (now >= this.#renewedAt && now < this.#renewedAt + this.#leaseMs / 3) return
    const askedAt = this.#context.clock.monotonic()
    try {
      await this.#recurring.renew()
      await this.#renewStarts(now)
    } catch (error) {
      this.#endOverdue()
      throw error
    }
    this.#renewedAt = now
    this.#leasedAt = askedAt
  }

  async #renewStarts(now: number): Promise<void> {
    const executions = [...this.#executions()]
    if (executions.length === 0) return
    const { database } = this.#context
    const held = await renewLeases(database, this.#owner, now + this.#leaseMs)
    const unclaimed = new Map(held.map((lease) => [`${lease.id} ${lease.attempts}`, lease]))
    for (const execution of executions) {
      const { id, attempts } = execution.job
      if (id !== undefined && !unclaimed.delete(`${id} ${attempts}`)) execution.interrupt('lease-lost')
    }
    // A start whose outcome could not be stored has no execution any more: its job is anybody's.
    for (const lease of unclaimed.values()) await renewLease(database, { ...lease, owner: this.#owner }, now)
  }

  /** Leases that could not be renewed in time may be another process's by now. */
  #endOverdue(): void {
    const now = this.#context.clock.monotonic()
    for (const execution of this.#executions())
      if (Math.max(execution.startedAt, this.#leasedAt) + this.#leaseMs <= now)
        execution.interrupt('lease-lost')
    this.#recurring.abortIfOverdue(this.#leasedAt)
  }

  *#executions(): Generator<Execution> {
    for (const running of this.#running.values()) yield* running
  }

  #allRunning(): Promise<void>[] {
    return [...[...this.#executions()].map((execution) => execution.done), ...this.#recurring.running]
  }
}

async function finishes(work: readonly Promise<void>[], timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const finished = await Promise.race([Promise.all(work).then(() => true), late])
  clearTimeout(timer)
  return finished
}
