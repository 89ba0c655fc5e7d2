import type { Context } from '../../kernel/context.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { backoffMs, failureCode, failurePlace } from '../jobs/failure.ts'
import type { Interruption, JobRun } from '../jobs/handler.ts'
import { SAFE_MS } from '../jobs/held-lease.ts'
import { Interruptible } from '../jobs/interruptible.ts'
import { deliveryKind, type OutgoingMessage } from './channel.ts'
import { MESSAGE_LEASE_MS } from './ledger.ts'
import { findMessageLease, releaseMessage, renewMessage } from './store.ts'

/** How one channel's messages are sent. */
export type Lane = {
  /** How many messages are sent at once in this process, first and later attempts together. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** The longest wait before a later attempt. */
  readonly longestWaitMs: number
  send(message: OutgoingMessage, run: JobRun): Promise<void>
}

/**
 * The first attempt to send a message, made from memory by the process that wrote it. A lease on the message's row
 * replaces a job; the message gets a job only if this attempt fails.
 */
export class FirstAttempt {
  readonly message: OutgoingMessage
  readonly #context: Context
  readonly #lane: Lane
  readonly #leasedAt: number
  #leaseUntil: number
  #work: Interruptible | undefined
  #done: Promise<void> | undefined

  constructor(
    context: Context,
    lane: Lane,
    { message, leasedAt }: { message: OutgoingMessage; leasedAt: number },
  ) {
    this.#context = context
    this.#lane = lane
    this.message = message
    this.#leasedAt = leasedAt
    this.#leaseUntil = context.clock.now() + MESSAGE_LEASE_MS
  }

  start(): Promise<void> {
    const work = new Interruptible(this.#context.clock, this.#lane.timeoutMs)
    this.#work = work
    this.#done = this.#run(work)
    return this.#done
  }

  /** Undefined while it waits for capacity. */
  get done(): Promise<void> | undefined {
    return this.#done
  }

  interrupt(reason: Interruption): void {
    this.#work?.interrupt(reason)
  }

  interruptIfLate(): void {
    this.#work?.interruptIfLate()
  }

  /** Whether its lease was written so recently that reading it would show nothing else. */
  #isNew(): boolean {
    return this.#context.clock.monotonic() - this.#leasedAt < SAFE_MS
  }

  /** Early enough for two further attempts to renew. */
  needsRenewal(now: number): boolean {
    return this.#leaseUntil - now <= (MESSAGE_LEASE_MS * 2) / 3
  }

  /** False if the lease was lost. Throws if it may still be valid but could not be renewed now. */
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

  /** Turns the message into a job that any process may run; false if another process already has it. */
  giveBack(): Promise<boolean> {
    return this.#becomeJob({ runAt: this.#context.clock.now() })
  }

  /** If the outcome cannot be stored, the lease runs out and the message is tried again. */
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
    const run = {
      attempt: 1,
      get signal() {
        return work.signal
      },
      confirm: async () => (this.#isNew() ? work.check() : work.confirm(lease)),
    }
    try {
      await work.follow(this.#lane.send(this.message, run))
    } catch (failure) {
      if (!(await this.#storeFailure(work, failure)))
        this.#context.log.warn('sending a message took longer than its lease', { kind: this.#kind })
    }
  }

  /** False if another process has the message. */
  async #storeFailure({ interruption }: Interruptible, failure: unknown): Promise<boolean> {
    if (interruption === 'lease-lost') return false
    if (interruption === 'stopped') return this.giveBack()
    const { clock, random, log } = this.#context
    const error = failureCode(failure)
    log.warn('the first attempt to send a message failed', {
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
