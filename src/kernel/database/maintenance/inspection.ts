import { findPostgresDamage, inspectPostgres } from './inspection-postgres.ts'
import { findSqliteDamage, inspectSqlite } from './inspection-sqlite.ts'
import type { DatabaseAddress } from './tables.ts'

export type Inspection = {
  /** Includes the engine's name: `PostgreSQL 18.1`. */
  readonly version: string
  /**
   * The settings that durability depends on, and whether each keeps the promise that an acknowledged write is on
   * disk.
   */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly promised: boolean }[]
  /** How far the engine's clock is ahead of this machine's; undefined if they are the same clock. */
  readonly aheadMs: number | undefined
  /**
   * How long the oldest writing transaction has been open, in any database of the server; undefined if only one
   * writer runs at a time.
   */
  readonly openMs: number | undefined
}

export function inspectEngine(address: DatabaseAddress): Promise<Inspection> {
  return address.engine === 'sqlite' ? inspectSqlite(address.path) : inspectPostgres(address.url.reveal())
}

/** Lists the damage that the engine finds in its stored data, one line each; reads everything. */
export function findDamage(address: DatabaseAddress): Promise<string[]> {
  return address.engine === 'sqlite'
    ? findSqliteDamage(address.path)
    : findPostgresDamage(address.url.reveal())
}
