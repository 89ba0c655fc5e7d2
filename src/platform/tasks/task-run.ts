import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { insertOutput, storeEnd, storeStep, type TaskStart, type TaskStep } from './store.ts'
import type { TaskRow } from './tables.ts'

export type TaskReport = {
  progress(done: number, total: number): Promise<void>
  /** What was done and written so far is not repeated after a crash. */
  checkpoint(value: string): Promise<void>
  /** Stores a checkpoint before it returns, so that the next step can rely on it. */
  storeCheckpoint(value: string): Promise<void>
  /** Appends to the task's file. */
  write(chunk: string): Promise<void>
  readonly signal: AbortSignal
}

/** Progress is stored at most this often. */
const STEP_MS = 300
const LOOK_MS = 1_000
const LARGEST_CHUNK = 262_144

/** The task was cancelled, or another run has taken it over. */
export class TaskTaken extends Error {
  override readonly name = 'TaskTaken'
}

/** One run of a task: what it reports is stored together with its checkpoint or not at all. */
export class TaskRun implements TaskReport {
  readonly signal: AbortSignal
  readonly #context: Context
  readonly #start: TaskStart
  readonly #taken = new AbortController()
  readonly #look: NodeJS.Timeout
  #done: number
  #total: number | null
  #checkpoint: string | null
  /** The number of stored chunks, and how many of them the stored checkpoint covers. */
  #stored: number
  #settled: number
  /** Text that belongs to the checkpoint and waits to be stored, and text written after it. */
  #ready = ''
  #loose = ''
  #isSettled = true
  #storedAt = Number.NEGATIVE_INFINITY
  #storing: Promise<void> = Promise.resolve()

  constructor(context: Context, row: TaskRow, { run, signal }: { run: string; signal: AbortSignal }) {
    this.#context = context
    this.#start = { id: row.id, run }
    this.#done = row.done
    this.#total = row.total
    this.#checkpoint = row.checkpoint
    this.#stored = row.chunks
    this.#settled = row.chunks
    this.signal = AbortSignal.any([signal, this.#taken.signal])
    this.#look = setInterval(
      () => void this.#inTurn(() => this.#storeStep()).catch(() => {}),
      LOOK_MS,
    ).unref()
  }

  async progress(done: number, total: number): Promise<void> {
    this.signal.throwIfAborted()
    this.#done = done
    this.#total = total
    await this.#storeWhenDue()
  }

  async checkpoint(value: string): Promise<void> {
    this.#settle(value)
    await this.#storeWhenDue()
  }

  async storeCheckpoint(value: string): Promise<void> {
    this.#settle(value)
    await this.#inTurn(() => this.#storeStep())
  }

  async write(chunk: string): Promise<void> {
    this.signal.throwIfAborted()
    this.#loose += chunk
    if (this.#ready.length + this.#loose.length < LARGEST_CHUNK) return
    await this.#inTurn(async () => {
      await this.#storeStep()
      await this.#storeLoose()
    })
  }

  async finish(result: unknown): Promise<void> {
    this.#settle(this.#checkpoint)
    await this.#inTurn(() => this.#storeStep())
    await this.#end({ state: 'done', result: JSON.stringify(result ?? null), failure: null })
  }

  /** The code is for clients with their own texts. */
  async fail(failure: string, code: string): Promise<void> {
    await this.#end({ state: 'failed', result: JSON.stringify({ code }), failure })
  }

  close(): void {
    clearInterval(this.#look)
  }

  #settle(checkpoint: string | null): void {
    this.signal.throwIfAborted()
    this.#checkpoint = checkpoint
    this.#ready += this.#loose
    this.#loose = ''
    this.#isSettled = false
  }

  async #storeWhenDue(): Promise<void> {
    if (this.#context.clock.monotonic() - this.#storedAt < STEP_MS) return
    await this.#inTurn(() => this.#storeStep())
  }

  /** Runs even if nothing is new, because the row shows whether this run still has the task. */
  async #storeStep(): Promise<void> {
    const text = this.#ready
    const isSettled = this.#isSettled
    const stored = text === '' ? this.#stored : this.#stored + 1
    const chunks = isSettled ? this.#settled : stored
    const step = { done: this.#done, total: this.#total, checkpoint: this.#checkpoint, chunks }
    this.#ready = ''
    this.#isSettled = true
    try {
      await this.#context.database.write((tx) => this.#write(tx, step, text))
    } catch (error) {
      this.#ready = text + this.#ready
      this.#isSettled = isSettled && this.#isSettled
      throw error
    }
    this.#stored = stored
    this.#settled = chunks
    this.#storedAt = this.#context.clock.monotonic()
  }

  /**
   * Stores text that no checkpoint covers yet, to free memory: after a crash the next run drops it and writes it
   * again.
   */
  async #storeLoose(): Promise<void> {
    const text = this.#loose
    const chunks = this.#settled
    const step = { done: this.#done, total: this.#total, checkpoint: this.#checkpoint, chunks }
    await this.#context.database.write((tx) => this.#write(tx, step, text))
    this.#loose = this.#loose.slice(text.length)
    this.#stored += 1
  }

  async #write(tx: Transaction, step: TaskStep, text: string): Promise<void> {
    if (!(await storeStep(tx, { ...this.#start, ...step }))) throw this.#lose()
    if (text !== '') await insertOutput(tx, { id: this.#start.id, seq: this.#stored, text })
  }

  async #end(end: {
    state: 'done' | 'failed'
    result: string | null
    failure: string | null
  }): Promise<void> {
    const { database, clock } = this.#context
    await this.#inTurn(async () => {
      if (!(await storeEnd(database, { ...this.#start, ...end, now: clock.now() }))) throw this.#lose()
    })
  }

  #lose(): TaskTaken {
    const taken = new TaskTaken()
    this.#taken.abort(taken)
    return taken
  }

  /** One store at a time, because the timer requests them beside the handler. */
  #inTurn(store: () => Promise<void>): Promise<void> {
    const turn = this.#storing.catch(() => {}).then(store)
    this.#storing = turn
    return turn
  }
}
