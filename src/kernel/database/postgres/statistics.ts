import type pg from 'pg'

/** We look for grown tables after at least this many writes and this much time. */
const WRITES = 50
const INTERVAL_MS = 1_000
const GROWTH = 4
const GROWN = `
  select stat.relid::regclass::text as name, stat.n_live_tup::float8 as size
  from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
  where stat.schemaname = current_schema() and pg_has_role(class.relowner, 'usage')
    and stat.n_live_tup > 200 + ${GROWTH} * greatest(class.reltuples, 0)`

/**
 * Analyzes tables that are more than four times as large as PostgreSQL believes. Autovacuum does it too, but only about
 * once a minute, and statements that were planned for an almost empty table keep their plans until then: at the opening
 * of a sale each registration would compare its address with those of all others.
 */
export class TableStatistics {
  readonly #pool: pg.Pool
  /** How large each table was when we last tried to analyze it: we do not try each second where it is not allowed. */
  readonly #tried = new Map<string, number>()
  #writes = 0
  #lookedAt = performance.now()
  #isLooking = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** To be called after each transaction or statement that may have written. */
  noteWrite(): void {
    this.#writes += 1
    if (this.#writes < WRITES || this.#isLooking) return
    if (performance.now() - this.#lookedAt < INTERVAL_MS) return
    this.#isLooking = true
    // If it fails, autovacuum does the same later.
    void this.#analyzeGrown()
      .catch(() => undefined)
      .finally(() => {
        this.#isLooking = false
        this.#writes = 0
        this.#lookedAt = performance.now()
      })
  }

  async #analyzeGrown(): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string; size: number }>(GROWN)
    // What is no longer among them was analyzed, and may have shrunk since.
    const names = new Set(rows.map(({ name }) => name))
    for (const name of this.#tried.keys()) if (!names.has(name)) this.#tried.delete(name)
    const grown = rows.filter(({ name, size }) => size > GROWTH * (this.#tried.get(name) ?? 0))
    if (grown.length === 0) return
    for (const { name, size } of grown) this.#tried.set(name, size)
    // A table that another process or autovacuum is working on is skipped.
    await this.#pool.query(`analyze (skip_locked) ${grown.map(({ name }) => name).join(', ')}`)
  }
}
