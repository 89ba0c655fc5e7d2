import type { Compilable, Kysely } from 'kysely'
import { columnNamesOf } from './columns.ts'
import type { Reader, Transaction, Writer } from './database.ts'
import { type Lane, pick, placeholderAt, prepare } from './statement.ts'

type Query = Compilable<unknown>
type RowOf<Q> = Q extends Compilable<infer R> ? R : never

/** A select, recognised by its type; everything else writes, even with `returning`. */
type Selects = { readonly isSelectQueryBuilder: true }
type Writes = Query & { readonly isSelectQueryBuilder?: never }
type Counts = Compilable<{ count: number }> & Selects

/** What a statement runs on: outside transactions a select needs a reader and everything else a writer. */
type Handle<Q, W> = W extends Transaction ? W : Q extends Selects ? Reader : W

/** Called once per engine, with a placeholder for each argument, so no argument may be optional or have a default. */
type Build<T, A extends unknown[], Q extends Query> = (db: Kysely<T>, ...given: A) => Q

/**
 * Creates a store's functions from its statements, typed by its tables. The arguments after the first are the
 * statement's parameters: plain values, or objects whose members it names. Functions created with `tx` run only
 * inside a transaction.
 */
export function storeOf<T>(lane: Lane = 'quick') {
  return {
    ...rowsOf<T, Writer>(lane),
    ...changesOf<T, Writer>(lane),
    ...insertsOf<T, Writer>(lane),
    tx: {
      ...rowsOf<T, Transaction>(lane),
      ...changesOf<T, Transaction>(lane),
      ...insertsOf<T, Transaction>(lane),
    },
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
    /** Returns the first row; undefined if there is none. */
    one<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return (db: Handle<Q, W>, ...given: A): Promise<RowOf<Q> | undefined> => db.first(statement, given)
    },
    many<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return (db: Handle<Q, W>, ...given: A): Promise<RowOf<Q>[]> => db.all(statement, given)
    },
    /** Returns the only column of the first row; undefined if there is no row or the value is null. */
    value<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Q, W>, ...given: A): Promise<NonNullable<ValueOf<RowOf<Q>>> | undefined> => {
        const row: RowOf<Q> | undefined = await db.first(statement, given)
        return row === undefined ? undefined : (onlyValue<RowOf<Q>>(row) ?? undefined)
      }
    },
    /** Returns the only column of every row. */
    values<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Q, W>, ...given: A): Promise<ValueOf<RowOf<Q>>[]> =>
        (await db.all(statement, given)).map((row) => onlyValue<RowOf<Q>>(row))
    },
    /** Returns the column `count` of the only row; 0 if there is no row. */
    count<A extends unknown[]>(build: Build<T, A, Counts>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Counts, W>, ...given: A): Promise<number> =>
        (await db.first(statement, given))?.count ?? 0
    },
    /** Returns whether there is a row. */
    exists<A extends unknown[], Q extends Query>(build: Build<T, A, Q>) {
      const statement = statementOf(lane, build)
      return async (db: Handle<Q, W>, ...given: A): Promise<boolean> =>
        (await db.first(statement, given)) !== undefined
    },
  }
}

function changesOf<T, W extends Writer>(lane: Lane) {
  return {
    /** Resolves when it has run or, in a transaction, maybe before: see `Writer.send`. */
    run<A extends unknown[]>(build: Build<T, A, Writes>) {
      const statement = statementOf(lane, build)
      return (db: W, ...given: A): Promise<void> => db.send(statement, given)
    },
    /** Returns the number of changed rows. */
    changed<A extends unknown[]>(build: Build<T, A, Writes>) {
      const statement = statementOf(lane, build)
      return (db: W, ...given: A): Promise<number> => db.run(statement, given)
    },
    /** Returns whether it changed a row. If several calls race for one row, only one of them gets true. */
    guarded<A extends unknown[]>(build: Build<T, A, Writes>) {
      const statement = statementOf(lane, build)
      return async (db: W, ...given: A): Promise<boolean> => (await db.run(statement, given)) === 1
    },
  }
}

/** Inserts of whole rows: a row must have a value for every column of its table. */
function insertsOf<T, W extends Writer>(lane: Lane) {
  return {
    /** Resolves like `run`. */
    insert<N extends keyof T & string>(table: N) {
      const statement = statementOf(lane, insertionInto(table))
      return (db: W, row: T[N]): Promise<void> => db.send(statement, [row])
    },
    /**
     * Inserts a row unless another has the same values in these columns, or in any unique ones if none are named.
     * Returns whether it was inserted.
     */
    insertNew<N extends keyof T & string>(table: N, ...unique: (keyof T[N] & string)[]) {
      const insertion = insertionInto(table)
      const statement = statementOf(lane, (db: Kysely<AnyTables>, row: unknown) =>
        insertion(db, row).onConflict((conflict) =>
          unique.length === 0 ? conflict.doNothing() : conflict.columns(unique).doNothing(),
        ),
      )
      return async (db: W, row: T[N]): Promise<boolean> => (await db.run(statement, [row])) === 1
    },
  }
}

type AnyTables = Record<string, Record<string, unknown>>

function insertionInto(table: string) {
  return (db: Kysely<AnyTables>, row: unknown) =>
    db.insertInto(table).values(pick(row as Record<string, unknown>, columnNamesOf(table)))
}

type ValueOf<R> = R[keyof R]

function onlyValue<R>(row: R): ValueOf<R> {
  for (const name in row) return row[name]
  throw new Error('the statement names no column')
}
