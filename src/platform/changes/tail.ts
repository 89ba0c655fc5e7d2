import type { Clock } from '../../kernel/base/clock.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { type Change, hasChange, listChangesAfter, listChangesAmong, listNewestNumbers } from './store.ts'

const PAGE = 500
/** More numbers than transactions can be in progress at once. */
const WINDOW = 1000
/** Longer than any transaction lasts: a number that is still missing then was rolled back. */
const PATIENCE_MS = 60_000

/** `missed`: rows were swept before they were read. `more`: there is another page. */
type Unread = { changes: Change[]; missed: boolean; more: boolean }

/**
 * Reads each committed row once. PostgreSQL assigns numbers before commit, so a lower number may appear after a
 * higher one: a missing number is looked for until no transaction can have it any more.
 */
export class ChangeTail {
  readonly #db: Reader
  readonly #clock: Clock
  readonly #missing = new Map<number, number>()
  #highest = 0

  constructor(db: Reader, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Marks everything that exists as read. */
  async skip(): Promise<void> {
    const numbers = await listNewestNumbers(this.#db, WINDOW)
    const newest = numbers[0] ?? 0
    this.#missing.clear()
    this.#highest = Math.max(0, newest - WINDOW)
    for (const seq of numbers.reverse()) if (seq > this.#highest) this.#advance(seq)
  }

  /** Marks rows as read only after reading them, so that a failed query loses nothing. */
  async read(): Promise<Unread> {
    const late = await this.#findLate()
    const page = await listChangesAfter(this.#db, this.#highest, PAGE)
    const missed = await this.#wasSwept(page[0])
    for (const { seq } of late) this.#missing.delete(seq)
    this.#giveUp()
    for (const { seq } of page) this.#advance(seq)
    return { changes: [...late, ...page], missed, more: page.length === PAGE }
  }

  async #findLate(): Promise<Change[]> {
    return this.#missing.size === 0 ? [] : listChangesAmong(this.#db, [...this.#missing.keys()])
  }

  #giveUp(): void {
    const now = this.#clock.monotonic()
    for (const [seq, since] of this.#missing) if (now - since > PATIENCE_MS) this.#missing.delete(seq)
  }

  async #wasSwept(next: Change | undefined): Promise<boolean> {
    if (next === undefined || next.seq === this.#highest + 1) return false
    return !(await hasChange(this.#db, this.#highest))
  }

  #advance(seq: number): void {
    const now = this.#clock.monotonic()
    for (let gap = Math.max(this.#highest + 1, seq - WINDOW); gap < seq; gap++) this.#missing.set(gap, now)
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= WINDOW) break
      this.#missing.delete(oldest)
    }
    this.#highest = seq
  }
}
