import { findPostgresDamage, inspectPostgres } from './inspection-postgres.ts'
import { findSqliteDamage, inspectSqlite } from './inspection-sqlite.ts'
import type { DatabaseAddress } from './tables.ts'

export type Inspection = {
  /** With the engine's name: `PostgreSQL 18.1`. */
  readonly version: string
  /** What durability rests on, and whether it is as promised: an answered write is on disk. */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly promised: boolean }[]
  /** How far the engine's clock is ahead of this machine's; undefined where they are one. */
  readonly aheadMs: number | undefined
  /** How long the oldest transaction that writes is open, in any database of the server; undefined where writers take turns. */
  readonly openMs: number | undefined
}

export function inspectEngine(address: DatabaseAddress): Promise<Inspection> {
  return address.engine === 'sqlite' ? inspectSqlite(address.path) : inspectPostgres(address.url.reveal())
}

/** A line for each damage that the engine finds in what it stored; reads everything. */
export function findDamage(address: DatabaseAddress): Promise<string[]> {
  return address.engine === 'sqlite'
    ? findSqliteDamage(address.path)
    : findPostgresDamage(address.url.reveal())
}
