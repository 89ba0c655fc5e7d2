import type { Context } from '../../kernel/context.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { backoffMs, failureCode, failurePlace } from '../jobs/failure.ts'
import type { Interruption, JobRun } from '../jobs/handler.ts'
import { Interruptible } from '../jobs/interruptible.ts'
import { deliveryKind, type OutgoingMessage } from './channel.ts'
import { MESSAGE_LEASE_MS } from './ledger.ts'
import { findMessageLease, releaseMessage, renewMessage } from './store.ts'

/** How the messages of one channel are sent. */
export type Lane = {
  /** At once in this process, the first attempts and the later ones together. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** The longest wait before a later attempt. */
  readonly longestWaitMs: number
  send(message: OutgoingMessage, run: JobRun): Promise<void>
}

/**
 * The first attempt at a message, made by the process that wrote it and from its memory. A lease on the message's row takes the
 * place of a job; the message gets a job when the attempt fails, and not before.
 */
export class FirstAttempt {
  readonly message: OutgoingMessage
  readonly #context: Context
  readonly #lane: Lane
  #leaseUntil: number
  #work: Interruptible | undefined
  #done: Promise<void> | undefined

  constructor(context: Context, lane: Lane, message: OutgoingMessage) {
    this.#context = context
    this.#lane = lane
    this.message = message
    this.#leaseUntil = context.clock.now() + MESSAGE_LEASE_MS
  }

  start(): Promise<void> {
    const work = new Interruptible(this.#context.clock, this.#lane.timeoutMs)
    this.#work = work
    this.#done = this.#run(work)
    return this.#done
  }

  /** Undefined where it waits for room. */
  get done(): Promise<void> | undefined {
    return this.#done
  }

  interrupt(reason: Interruption): void {
    this.#work?.interrupt(reason)
  }

  interruptIfLate(): void {
    this.#work?.interruptIfLate()
  }

  /** Early enough for two more tries. */
  needsRenewal(now: number): boolean {
    return this.#leaseUntil - now <= (MESSAGE_LEASE_MS * 2) / 3
  }

  /** False where the lease was lost. Throws where it may last still, and could not be renewed now. */
  async renew(now: number): Promise<boolean> {
    const { database, clock } = this.#context
    const until = now + MESSAGE_LEASE_MS
    try {
      if (!(await renewMessage(database, this.message.id, until))) return false
    } catch (error) {
      if (clock.now() >= this.#leaseUntil) return false
      throw error
    }
    this.#leaseUntil = until
    return true
  }

  /** The message becomes a job that any process may start; false where another process has it already. */
  giveBack(): Promise<boolean> {
    return this.#becomeJob({ runAt: this.#context.clock.now() })
  }

  /** Where the outcome cannot be stored the lease ends by itself, and the message is tried again. */
  async #run(work: Interruptible): Promise<void> {
    try {
      await this.#attempt(work)
    } catch (error) {
      this.#context.log.error('the outcome of a message cannot be stored', { kind: this.#kind, error })
    }
  }

  async #attempt(work: Interruptible): Promise<void> {
    const { database } = this.#context
    const { id } = this.message
    const lease = {
      leaseMs: MESSAGE_LEASE_MS,
      find: () => findMessageLease(database, id),
      renew: (until: number) => renewMessage(database, id, until),
    }
    const run = { attempt: 1, signal: work.signal, confirm: () => work.confirm(lease) }
    try {
      await work.follow(this.#lane.send(this.message, run))
    } catch (failure) {
      if (!(await this.#storeFailure(work, failure)))
        this.#context.log.warn('a message outlived its lease', { kind: this.#kind })
    }
  }

  /** False where another process has the message. */
  async #storeFailure({ interruption }: Interruptible, failure: unknown): Promise<boolean> {
    if (interruption === 'lease-lost') return false
    if (interruption === 'stopped') return this.giveBack()
    const { clock, random, log } = this.#context
    const error = failureCode(failure)
    log.warn('a message could not be sent at once', {
      kind: this.#kind,
      attempt: 1,
      error,
      place: failurePlace(failure),
    })
    const runAt = clock.now() + backoffMs(1, this.#lane.longestWaitMs, random)
    return this.#becomeJob({ runAt, tried: { attempts: 1, error } })
  }

  #becomeJob(job: Pick<Parameters<typeof enqueueJob>[2], 'runAt' | 'tried'>): Promise<boolean> {
    const { id } = this.message
    return this.#context.database.write(async (tx) => {
      if (!(await releaseMessage(tx, id, Number.MAX_SAFE_INTEGER))) return false
      return enqueueJob(tx, this.#context, { kind: this.#kind, payload: id, ...job })
    })
  }

  get #kind(): string {
    return deliveryKind(this.message.channel)
  }
}
