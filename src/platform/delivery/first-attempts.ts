import { finishes } from '../../kernel/async/settle-all.ts'
import type { Context } from '../../kernel/context.ts'
import type { Database } from '../../kernel/database/database.ts'
import { wakeRunners } from '../jobs/local-runners.ts'
import type { JobRunner } from '../jobs/runner.ts'
import { deliveryKind, type OutgoingMessage } from './channel.ts'
import { FirstAttempt, type Lane } from './first-attempt.ts'
import type { MessageChannel } from './tables.ts'

type Traffic = {
  readonly lane: Lane
  readonly running: Set<FirstAttempt>
  /** Attempts that wait for capacity, in the order of their commits. */
  readonly waiting: FirstAttempt[]
  /** The channel's jobs that run in this process. */
  jobs: number
  /** Whether a message had to become a job, or a job had to wait, because there was no capacity. */
  crowded: boolean
}

/** The first attempts of this process, by the database that their messages are stored in. */
const started = new WeakMap<Database, FirstAttempts>()

/** Returns what sends a new message as soon as it is committed; undefined if this process has no capacity. */
export function findFirstAttempts(database: Database, channel: MessageChannel): FirstAttempts | undefined {
  const attempts = started.get(database)
  return attempts?.hasRoom(channel) ? attempts : undefined
}

/** The messages that this process sends from memory: those in progress, and those that wait for capacity. */
export class FirstAttempts {
  readonly #context: Context
  readonly #traffic: Readonly<Record<MessageChannel, Traffic>>
  readonly #renewMs: number
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<void> | undefined
  #stopping = false
  #starts = 0

  constructor(context: Context, lanes: Readonly<Record<MessageChannel, Lane>>, renewMs: number) {
    const open = (lane: Lane): Traffic => ({
      lane,
      running: new Set(),
      waiting: [],
      jobs: 0,
      crowded: false,
    })
    const { sms, voice, email, push } = lanes
    this.#context = context
    this.#renewMs = renewMs
    this.#traffic = { sms: open(sms), voice: open(voice), email: open(email), push: open(push) }
  }

  /** How many messages were accepted since the process started. */
  get starts(): number {
    return this.#starts
  }

  get running(): Promise<void>[] {
    return [...this.#all()].flatMap(({ done }) => done ?? [])
  }

  start(): void {
    if (this.#timer !== undefined) return
    started.set(this.#context.database, this)
    const renew = () =>
      this.renew().catch((error: unknown) =>
        this.#context.log.warn('leases of messages cannot be renewed', { error }),
      )
    this.#timer = setInterval(renew, this.#renewMs).unref()
  }

  hasRoom(channel: MessageChannel): boolean {
    const traffic = this.#traffic[channel]
    const room = this.roomForJobs(channel) - traffic.jobs
    if (room <= traffic.waiting.length) traffic.crowded = true
    return room > traffic.waiting.length
  }

  /**
   * If the process stops in the meantime, the lease runs out. `leasedAt` is when the lease was written, by the
   * monotonic clock.
   */
  take(message: OutgoingMessage, leasedAt: number): void {
    if (this.#stopping) return
    const traffic = this.#traffic[message.channel]
    this.#starts++
    traffic.waiting.push(new FirstAttempt(this.#context, traffic.lane, { message, leasedAt }))
    this.#startNext(traffic)
  }

  /** How many of the channel's jobs may run beside the first attempts. */
  roomForJobs(channel: MessageChannel): number {
    const traffic = this.#traffic[channel]
    const room = traffic.lane.concurrency - traffic.running.size
    if (room <= traffic.jobs) traffic.crowded = true
    return room
  }

  /** Counts a job against its channel's capacity while it runs. */
  async besideJob(channel: MessageChannel, job: () => Promise<void>): Promise<void> {
    const traffic = this.#traffic[channel]
    traffic.jobs++
    try {
      await job()
    } finally {
      traffic.jobs--
      this.#startNext(traffic)
    }
  }

  /** Ends attempts that take too long, and renews leases all at once, so that they share a commit. */
  renew(): Promise<void> {
    for (const attempt of this.#all()) attempt.interruptIfLate()
    this.#renewing ??= this.#renewDue().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Accepts no more messages; attempts still running after the time-out are aborted and given back. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping = true
    const { database } = this.#context
    if (started.get(database) === this) started.delete(database)
    await this.#giveBack()
    const inTime = await finishes(this.running, timeoutMs)
    if (!inTime) for (const attempt of this.#all()) attempt.interrupt('stopped')
    await Promise.all(this.running)
    clearInterval(this.#timer)
  }

  async #renewDue(): Promise<void> {
    const now = this.#context.clock.now()
    const due = [...this.#all()].filter((attempt) => attempt.needsRenewal(now))
    await Promise.all(
      due.map(async (attempt) => {
        if (!(await attempt.renew(now))) this.#lose(attempt)
      }),
    )
  }

  #lose(attempt: FirstAttempt): void {
    const { waiting } = this.#traffic[attempt.message.channel]
    const index = waiting.indexOf(attempt)
    if (index === -1) attempt.interrupt('lease-lost')
    else waiting.splice(index, 1)
  }

  #startNext(traffic: Traffic): void {
    const { lane, running, waiting, jobs } = traffic
    if (running.size + jobs >= lane.concurrency) return
    const attempt = waiting.shift()
    if (attempt === undefined) return
    running.add(attempt)
    void attempt.start().then(() => {
      running.delete(attempt)
      this.#startNext(traffic)
      if (!traffic.crowded) return
      traffic.crowded = false
      wakeRunners(this.#context.database, deliveryKind(attempt.message.channel))
    })
  }

  /**
   * Gives back messages that were not started, so that any process may send them; if that cannot be stored, their
   * leases run out.
   */
  async #giveBack(): Promise<void> {
    const waiting = Object.values(this.#traffic).flatMap((traffic) => traffic.waiting.splice(0))
    for (const attempt of waiting)
      try {
        await attempt.giveBack()
      } catch (error) {
        const kind = deliveryKind(attempt.message.channel)
        this.#context.log.warn('a waiting message could not be turned into a job', { kind, error })
      }
  }

  *#all(): Generator<FirstAttempt> {
    for (const { running, waiting } of Object.values(this.#traffic)) {
      yield* running
      yield* waiting
    }
  }
}

/** Combines both, so that they start, stop and drain together. */
export function withFirstAttempts(runner: JobRunner, attempts: FirstAttempts): JobRunner {
  return {
    start() {
      attempts.start()
      runner.start()
    },
    async tick() {
      await attempts.renew()
      return runner.tick()
    },
    /** Loops, because each may give the other more work. */
    async drain() {
      for (;;) {
        const [before, starts] = [attempts.running.length, attempts.starts]
        await runner.drain()
        const { running } = attempts
        if (before + running.length === 0 && attempts.starts === starts) return
        await Promise.all(running)
      }
    },
    kick: (kind) => runner.kick(kind),
    async stop(timeoutMs = 10_000) {
      await Promise.all([attempts.stop(timeoutMs), runner.stop(timeoutMs)])
    },
  }
}
