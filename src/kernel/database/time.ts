import type { Clock } from '../base/clock.ts'
import type { Logger } from '../base/log.ts'
import type { Database } from './database.ts'
import { statementsOf } from './statement.ts'

/** How old a measurement may get before the next one. */
const MEASURED_MS = 5_000
/** A host's two clocks differ by this much only if somebody set one, or the host was suspended. */
const STEP_MS = 1_000
/** How far the host's clock may be off before a warning is logged. */
const TOLERATED_MS = 2_000

const databaseTime = statementsOf<object>()((db, _p: object, { time }) => {
  if (time === undefined) throw new Error('the engine has no clock')
  return db.selectNoFrom(time.as('now'))
})

/**
 * Uses the database's clock if it has one, so that processes on hosts with different clocks agree on leases and
 * expiry. The time is measured now and then, and the monotonic clock counts in between, so setting the host's clock
 * has no effect.
 */
export async function openClock(database: Database, host: Clock, log: Logger): Promise<Clock> {
  if (database.capabilities.time === undefined) return host
  const clock = new DatabaseClock(database, host, log)
  await clock.measure()
  return clock
}

class DatabaseClock implements Clock {
  readonly #database: Database
  readonly #host: Clock
  readonly #log: Logger
  /** The database's time at the moment when the monotonic clock was 0. */
  #start: number | undefined
  #measuredAt = 0
  /** The host's wall-clock time at the moment when its monotonic clock was 0, as of the last measurement. */
  #hostStart = 0
  #measuring: Promise<void> | undefined
  #isOff = false

  constructor(database: Database, host: Clock, log: Logger) {
    this.#database = database
    this.#host = host
    this.#log = log
  }

  readonly monotonic = (): number => this.#host.monotonic()

  readonly now = (): number => {
    const elapsed = this.#host.monotonic()
    const stepped = Math.abs(this.#host.now() - elapsed - this.#hostStart) > STEP_MS
    if (stepped || elapsed - this.#measuredAt > MEASURED_MS) this.#measureSoon()
    return Math.floor((this.#start ?? this.#hostStart) + elapsed)
  }

  /**
   * The database read its clock between the question and the answer. A known start outside that range is wrong and
   * is replaced.
   */
  async measure(): Promise<void> {
    const asked = this.#host.monotonic()
    this.#measuredAt = asked
    this.#hostStart = this.#host.now() - asked
    const row = await this.#database.first(databaseTime, {})
    if (row === undefined) throw new Error('the database returned no time')
    const answered = this.#host.monotonic()
    const [earliest, latest] = [row.now - answered, row.now - asked]
    const known = this.#start ?? Number.NaN
    if (!(known >= earliest && known <= latest)) this.#start = (earliest + latest) / 2
    this.#report()
  }

  /** Runs one measurement at a time. While the database is unreachable, the last measurement is used. */
  #measureSoon(): void {
    this.#measuring ??= this.measure()
      .catch(() => undefined)
      .finally(() => {
        this.#measuring = undefined
      })
  }

  #report(): void {
    const aheadMs = Math.round(this.#hostStart - (this.#start ?? this.#hostStart))
    const isOff = Math.abs(aheadMs) > TOLERATED_MS
    if (isOff && !this.#isOff) {
      const text = "this machine's clock differs from the database's, which is used: sync both with NTP"
      this.#log.warn(text, { aheadMs })
    }
    this.#isOff = isOff
  }
}
