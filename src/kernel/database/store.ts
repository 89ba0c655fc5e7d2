import type { Compilable, Kysely } from 'kysely'
import type { Reader, Transaction, Writer } from './database.ts'
import { type Lane, placeholderAt, prepare } from './statement.ts'

type Query = Compilable<unknown>
type RowOf<Q> = Q extends Compilable<infer R> ? R : never

/** A select, as its type tells: everything else writes, with `returning` too. */
type Selects = { readonly isSelectQueryBuilder: true }
type Writes = Query & { readonly isSelectQueryBuilder?: never }
type Counts = Compilable<{ count: number }> & Selects

/** What a statement is run on: outside transactions a select asks for a reader, the rest for a writer. */
type Handle<Q, W> = W extends Transaction ? W : Q extends Selects ? Reader : W

/** Called once an engine, with a placeholder for each argument: none may be optional or have a default. */
type Build<T, A extends unknown[], Q extends Query> = (db: Kysely<T>, ...given: A) => Q

/**
 * Gives a store the functions that its statements are, typed by its tables. The arguments after the first are those of the
 * statement: plain values, or objects whose members it names. What is made by `tx` only runs inside a transaction.
 */
export function storeOf<T>(lane: Lane = 'quick') {
  return {
    ...rowsOf<T, Writer>(lane),
    ...changesOf<T, Writer>(lane),
    tx: { ...rowsOf<T, Transaction>(lane), ...changesOf<T, Transaction>(lane) },
  }
}

function statementOf<T, A extends unknown[], Q extends Query>(lane: Lane, build: Build<T, A, Q>) {
  return prepare<T, A, RowOf<Q>>(lane, (db) => {
    const given = Array.from({ length: build.length - 1 }, (_none, index) => placeholderAt(index))
    return build(db, ...(given as A)) as Compilable<RowOf<Q>>
  })
}

function rowsOf<T, W extends Writer>(lane: Lane) {
  return {
    /** The first row; undefined where there is none. */
    one<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return (db: Handle<Q, W>, ...given: A): Promise<RowOf<Q> | undefined> => db.first(statement, given)
    },
    many<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return (db: Handle<Q, W>, ...given: A): Promise<RowOf<Q>[]> => db.all(statement, given)
    },
    /** The only column of the first row; undefined where there is no row, or null in it. */
    value<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Q, W>, ...given: A): Promise<NonNullable<ValueOf<RowOf<Q>>> | undefined> => {
        const row: RowOf<Q> | undefined = await db.first(statement, given)
        return row === undefined ? undefined : (onlyValue<RowOf<Q>>(row) ?? undefined)
      }
    },
    /** The only column of every row. */
    values<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Q, W>, ...given: A): Promise<ValueOf<RowOf<Q>>[]> =>
        (await db.all(statement, given)).map((row) => onlyValue<RowOf<Q>>(row))
    },
    /** The column `count` of the only row; 0 where there is none. */
    count<A extends unknown[]>(build: Build<T, A, Counts>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Counts, W>, ...given: A): Promise<number> =>
        (await db.first(statement, given))?.count ?? 0
    },
    /** Tells whether there is a row. */
    exists<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Q, W>, ...given: A): Promise<boolean> =>
        (await db.first(statement, given)) !== undefined
    },
  }
}

function changesOf<T, W extends Writer>(lane: Lane) {
  return {
    run<A extends unknown[]>(build: Build<T, A, Writes>) {
      const statement = statementOf(lane, build)
      return async (db: W, ...given: A): Promise<void> => {
        await db.run(statement, given)
      }
    },
    /** Gives the number of rows that it changed. */
    changed<A extends unknown[]>(build: Build<T, A, Writes>) {
      const statement = statementOf(lane, build)
      return (db: W, ...given: A): Promise<number> => db.run(statement, given)
    },
    /** Tells whether it changed one row: of all calls that race for the row, one is told so. */
    guarded<A extends unknown[]>(build: Build<T, A, Writes>) {
      const statement = statementOf(lane, build)
      return async (db: W, ...given: A): Promise<boolean> => (await db.run(statement, given)) === 1
    },
  }
}

type ValueOf<R> = R[keyof R]

function onlyValue<R>(row: R): ValueOf<R> {
  for (const name in row) return row[name]
  throw new Error('the statement names no column')
}
