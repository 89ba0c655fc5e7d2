export type JobRun = {
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Aborted when the time is up, the lease is lost or the process stops. */
  readonly signal: AbortSignal
  /**
   * Call this right before sending something: it throws if another process has the job by now, so that a process that
   * was frozen sends nothing.
   */
  confirm(): Promise<void>
}

/** A job runs at least once, so a handler must cope with being started again after a crash. */
export type JobHandler = {
  run(payload: string, run: JobRun): Promise<void>
  /**
   * How many jobs of the kind run at once in this process; 8 by default. It is read again at each search for due
   * jobs.
   */
  readonly concurrency?: number
  /** Attempts before the job fails for good; 10 by default. */
  readonly maxAttempts?: number
  /** The longest that an attempt may take; a minute by default. */
  readonly timeoutMs?: number
  /** The longest wait between two attempts; an hour by default. */
  readonly longestWaitMs?: number
  /** A later attempt continues where this one stopped, so a stopping process does not wait for it. */
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

/** An error that says when another attempt is worthwhile; the usual wait is the minimum. */
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

/** Why an attempt was interrupted; also the error code stored with the job. */
export type Interruption = 'timed-out' | 'lease-lost' | 'stopped'

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly code: Interruption

  constructor(code: Interruption) {
    super(code)
    this.code = code
  }
}
