import type { Reader, Transaction } from './database.ts'
import type { Statement } from './statement.ts'

/** The parameters that hold a statement's ids. */
export type Ids = Readonly<Record<`id${number}`, string>>

type Call<P, R> = { readonly statement: Statement<P & Ids, R>; readonly given: P & Ids }

/**
 * A statement about any number of ids, prepared for a few lengths only. Ids may occur in it several times: see
 * `padIds`. `make` gets a function that reads the ids from the parameters.
 */
export function byIds<P extends object, R>(
  lengths: readonly number[],
  make: (idsIn: (parameters: Ids) => string[]) => Statement<P & Ids, R>,
): (ids: readonly string[], others: P) => Generator<Call<P, R>> {
  const statements = new Map(
    lengths.map((length) => [
      length,
      make((p) => Array.from({ length }, (_none, at) => p[`id${at}`] as string)),
    ]),
  )
  return function* (ids, others) {
    for (const part of padIds(ids, lengths)) {
      const statement = statements.get(part.length)
      if (statement === undefined) throw new Error(`no statement takes ${part.length} ids`)
      yield { statement, given: { ...others, ...nameIds(part) } }
    }
  }
}

/** The rows that all the calls give. */
export async function readCalls<P, R>(db: Reader, calls: Iterable<Call<P, R>>): Promise<R[]> {
  const rows: R[] = []
  for (const { statement, given } of calls) rows.push(...(await db.all(statement, given)))
  return rows
}

export async function writeCalls<P>(tx: Transaction, calls: Iterable<Call<P, unknown>>): Promise<void> {
  for (const { statement, given } of calls) await tx.send(statement, given)
}

/**
 * The ids in parts of these lengths (the longest last), which bounds the number of prepared statements. A part that is
 * too short names its last id several times.
 */
export function* padIds(ids: readonly string[], lengths: readonly number[]): Generator<string[]> {
  const longest = lengths.at(-1) ?? 1
  for (let start = 0; start < ids.length; start += longest) {
    const part = ids.slice(start, start + longest)
    const length = lengths.find((known) => known >= part.length) ?? longest
    const last = part.at(-1) ?? ''
    yield Array.from({ length }, (_none, at) => part[at] ?? last)
  }
}

export function nameIds(ids: readonly string[]): Ids {
  return Object.fromEntries(ids.map((id, at) => [`id${at}`, id]))
}

/** Rows in the order of the ids; ids without a row are left out. */
export function inOrder<R>(ids: readonly string[], rows: readonly R[], idOf: (row: R) => string): R[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
