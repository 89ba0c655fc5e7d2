/** The part of the `node:sqlite` interface used here. */
export type SqliteStatement = {
  all(...parameters: unknown[]): unknown[]
  get(...parameters: unknown[]): unknown
  run(...parameters: unknown[]): { changes: number | bigint }
  setReturnArrays(enabled: boolean): void
  columns(): { name: string }[]
}

export type SqliteConnection = {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
  readonly isTransaction: boolean
}

export type SqliteModule = {
  DatabaseSync: new (path: string, options?: { timeout?: number; readOnly?: boolean }) => SqliteConnection
}

/** `node:sqlite` is built in; on Node 20 a backport has the same interface. */
export async function loadSqlite(): Promise<SqliteModule> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  // `timeout`, `isTransaction` and `setReturnArrays` exist since 22.16 and 24.
  const builtIn = major >= 24 || (major === 22 && minor >= 16)
  return builtIn
    ? importQuietly('node:sqlite')
    : ((await import('@photostructure/sqlite')) as unknown as SqliteModule)
}

/**
 * Node warns once per process that its SQLite is experimental. The warning is hidden, because people who start the
 * server can do nothing about it.
 */
async function importQuietly(name: string): Promise<SqliteModule> {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return (await import(name)) as SqliteModule
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Primary result codes of SQLite (the low byte of an extended one). */
export const sqliteCodes = {
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  full: 13,
  cantopen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
}

export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}
