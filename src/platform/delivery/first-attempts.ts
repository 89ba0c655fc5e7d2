import type { Context } from '../../kernel/context.ts'
import type { Database } from '../../kernel/database/database.ts'
import { finishes } from '../jobs/finishes.ts'
import { wakeRunners } from '../jobs/local-runners.ts'
import type { JobRunner } from '../jobs/runner.ts'
import { deliveryKind, type OutgoingMessage } from './channel.ts'
import { FirstAttempt, type Lane } from './first-attempt.ts'
import type { MessageChannel } from './tables.ts'

type Traffic = {
  readonly lane: Lane
  readonly running: Set<FirstAttempt>
  /** In the order of their commits. */
  readonly waiting: FirstAttempt[]
  /** Jobs of the channel that run in this process. */
  jobs: number
  /** Whether a message had to become a job, or a job to wait, for want of room. */
  crowded: boolean
}

/** By the database whose messages they send. */
const started = new WeakMap<Database, FirstAttempts>()

/** What sends a new message as soon as it is committed; undefined where nothing of this process has room. */
export function findFirstAttempts(database: Database, channel: MessageChannel): FirstAttempts | undefined {
  const attempts = started.get(database)
  return attempts?.hasRoom(channel) ? attempts : undefined
}

/** The messages that this process sends from memory: those under way, and those that wait for room. */
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

  /** How many have been taken on since the process began. */
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

  /** Where the process stops in the meantime the lease ends by itself. */
  take(message: OutgoingMessage): void {
    if (this.#stopping) return
    const traffic = this.#traffic[message.channel]
    this.#starts++
    traffic.waiting.push(new FirstAttempt(this.#context, traffic.lane, message))
    this.#startNext(traffic)
  }

  /** How many jobs of the channel may run beside the first attempts. */
  roomForJobs(channel: MessageChannel): number {
    const traffic = this.#traffic[channel]
    const room = traffic.lane.concurrency - traffic.running.size
    if (room <= traffic.jobs) traffic.crowded = true
    return room
  }

  /** Counts a job against the room of its channel while it runs. */
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

  /** Ends what takes too long, and renews leases: all at once, so that they share a commit. */
  renew(): Promise<void> {
    for (const attempt of this.#all()) attempt.interruptIfLate()
    this.#renewing ??= this.#renewDue().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Takes on nothing more; what still runs after the time is aborted and given back. */
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

  /** What has not been started becomes anybody's; where that cannot be stored, when its lease ends. */
  async #giveBack(): Promise<void> {
    const waiting = Object.values(this.#traffic).flatMap((traffic) => traffic.waiting.splice(0))
    for (const attempt of waiting)
      try {
        await attempt.giveBack()
      } catch (error) {
        const kind = deliveryKind(attempt.message.channel)
        this.#context.log.warn('a message that waits cannot be given back', { kind, error })
      }
  }

  *#all(): Generator<FirstAttempt> {
    for (const { running, waiting } of Object.values(this.#traffic)) {
      yield* running
      yield* waiting
    }
  }
}

/** Both as one: they start, end and come to rest together. */
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
    /** Each may give the other something to do. */
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
