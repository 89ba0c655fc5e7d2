import { PostgresAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import { PostgresCompiler, PostgresQueryCompiler, SqliteCompiler, SqliteQueryCompiler } from './compilers.ts'
import { type FullText, postgresFullText, sqliteFullText } from './full-text.ts'

/** Everything that differs between the engines: code outside this folder never asks which engine it runs on. */
export type Capabilities = {
  readonly engine: 'sqlite' | 'postgres'
  /** Column types for migrations. */
  readonly types: {
    readonly integer: 'integer' | 'bigint'
    readonly sequence: 'integer' | 'bigserial'
    /** Text ordered by its bytes, whatever the database's language is. */
    readonly ordered: 'text' | RawBuilder<unknown>
    /** For `collate`, to order a plain text column by its bytes. */
    readonly byteOrder: RawBuilder<unknown>
  }
  /** Added at the end of `create table`. */
  readonly tableSuffix: string
  /**
   * The running transaction's number, a number below which every transaction has ended, and the next number to be
   * assigned. Undefined if only one writer runs at a time.
   */
  readonly transactions:
    | {
        readonly current: RawBuilder<number>
        readonly settled: RawBuilder<number>
        readonly next: RawBuilder<number>
      }
    | undefined
  /** Added at the end of a select to lock its rows; undefined if only one writer runs at a time. */
  readonly rowLock: RawBuilder<unknown> | undefined
  /**
   * How many rows an insert should have at most. One on SQLite: for a statement that changes several rows, or returns
   * what it changed, it sets a savepoint of its own, and at each savepoint the text index (FTS5) writes all the words
   * that it has collected.
   */
  readonly rowsPerInsert: number
  /** The database's time in milliseconds since the epoch; undefined if all processes share one host's clock. */
  readonly time: RawBuilder<number> | undefined
  readonly fullText: FullText
  readonly createAdapter: () => SqliteAdapter | PostgresAdapter
  /** Compiles statements that run once, with bound values. */
  readonly createQueryCompiler: () => SqliteQueryCompiler | PostgresQueryCompiler
  /** Compiles statements that are prepared once, with constants written out. */
  readonly createPreparedCompiler: () => SqliteCompiler | PostgresCompiler
}

export const sqliteCapabilities: Capabilities = {
  engine: 'sqlite',
  types: { integer: 'integer', sequence: 'integer', ordered: 'text', byteOrder: sql`binary` },
  tableSuffix: 'strict',
  transactions: undefined,
  rowLock: undefined,
  rowsPerInsert: 1,
  time: undefined,
  fullText: sqliteFullText,
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createPreparedCompiler: () => new SqliteCompiler(),
}

export const postgresCapabilities: Capabilities = {
  engine: 'postgres',
  types: {
    integer: 'bigint',
    sequence: 'bigserial',
    ordered: sql`text collate "C"`,
    byteOrder: sql`"C"`,
  },
  tableSuffix: '',
  transactions: {
    current: sql<number>`pg_current_xact_id()::text::bigint`,
    settled: sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    next: sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  },
  rowLock: sql`for update`,
  rowsPerInsert: 1_000,
  time: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  fullText: postgresFullText,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createPreparedCompiler: () => new PostgresCompiler(),
}
