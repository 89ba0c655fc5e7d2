export type JobRun = {
  /** 1 at the first start. */
  readonly attempt: number
  /** Aborts when the time is over, the lease is lost or the process stops. */
  readonly signal: AbortSignal
  /**
   * Right before something leaves this server: throws where another process has the job by now. Whoever was frozen in the
   * meantime sends nothing.
   */
  confirm(): Promise<void>
}

/** A job runs at least once: a handler that is started again after a crash must bear it. */
export type JobHandler = {
  run(payload: string, run: JobRun): Promise<void>
  /** At once in this process; 8 when it is left out. It is read at every look. */
  readonly concurrency?: number
  /** Starts before the job fails for good; 10 when it is left out. */
  readonly maxAttempts?: number
  /** The longest a start may take; a minute when it is left out. */
  readonly timeoutMs?: number
  /** The longest wait between two starts; an hour when it is left out. */
  readonly longestWaitMs?: number
  /** A later start goes on where this one was: a process that stops does not wait for it. */
  readonly resumes?: boolean
  /** Runs before the job fails for good. */
  onGivenUp?(payload: string): Promise<void>
}

export const handlerDefaults = {
  concurrency: 8,
  maxAttempts: 10,
  timeoutMs: 60_000,
  longestWaitMs: 3_600_000,
} as const

/** A failure that says when another start is worth while; the usual wait is the least. */
export class PutOff extends Error {
  override readonly name = 'PutOff'
  readonly code: string
  readonly waitMs: number

  constructor(code: string, waitMs: number) {
    super(code)
    this.code = code
    this.waitMs = waitMs
  }
}

/** Why a start was cut short; also the error code that stays with the job. */
export type Interruption = 'timed-out' | 'lease-lost' | 'stopped'

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly code: Interruption

  constructor(code: Interruption) {
    super(code)
    this.code = code
  }
}
