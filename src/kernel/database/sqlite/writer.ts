import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { PreparedConnection } from './connection.ts'
import type { SqliteModule } from './driver.ts'

const SYNCHRONOUS_LEVEL = { off: 0, normal: 1, full: 2 } as const

export type Synchronous = keyof typeof SYNCHRONOUS_LEVEL

/** SQLite gives its additional files the same mode as this one. */
export function createSqliteFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/** Opens a connection whose commits are on disk when they return; throws if SQLite cannot guarantee that. */
export function openWriter(
  module: SqliteModule,
  path: string,
  synchronous: Synchronous = 'full',
): PreparedConnection {
  const connection = new PreparedConnection(module, path, [
    'journal_mode = wal',
    `synchronous = ${synchronous}`,
    'foreign_keys = on',
    'wal_autocheckpoint = 1000',
    'journal_size_limit = 67108864',
    'temp_store = memory',
  ])
  const journal = connection.readPragma('journal_mode')
  const level = connection.readPragma('synchronous')
  if (journal !== 'wal' || level !== SYNCHRONOUS_LEVEL[synchronous]) {
    connection.close()
    throw new Error(`SQLite did not accept journal_mode=wal and synchronous=${synchronous}`)
  }
  return connection
}
