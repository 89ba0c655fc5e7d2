import { PostgresAdapter, PostgresQueryCompiler, SqliteAdapter, SqliteQueryCompiler } from 'kysely'

/** Where the engines differ, by name: nothing outside this folder asks which engine it runs on. */
export type Capabilities = {
  readonly engine: 'sqlite' | 'postgres'
  /** Column types for migrations. */
  readonly types: { readonly integer: 'integer' | 'bigint'; readonly sequence: 'integer' | 'bigserial' }
  /** Closes `create table`. */
  readonly tableSuffix: string
  readonly createAdapter: () => SqliteAdapter | PostgresAdapter
  readonly createQueryCompiler: () => SqliteQueryCompiler | PostgresQueryCompiler
}

export const sqliteCapabilities: Capabilities = {
  engine: 'sqlite',
  types: { integer: 'integer', sequence: 'integer' },
  tableSuffix: 'strict',
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

export const postgresCapabilities: Capabilities = {
  engine: 'postgres',
  types: { integer: 'bigint', sequence: 'bigserial' },
  tableSuffix: '',
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
