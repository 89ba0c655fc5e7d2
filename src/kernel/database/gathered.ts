import type { Transaction } from './database.ts'
import { runsBesideOthers } from './shared-writes.ts'

/** Returns a result for each of those who ask, in their order. */
type Ask<T, R> = (tx: Transaction, key: string, asked: readonly T[]) => Promise<readonly R[]>
type Gathering<T, R> = { readonly asked: T[]; readonly results: Promise<readonly R[]> }

/**
 * Works that run beside each other in a transaction and ask for the same key at the same time are answered together, so
 * that a row which they all change is written once. PostgreSQL keeps every version of a row for as long as any other
 * transaction may look at it, and each change of the row walks through all of them.
 */
export function gathered<T, R>(ask: Ask<T, R>): (tx: Transaction, key: string, one: T) => Promise<R> {
  /** Those that are not answered yet and can still be joined. */
  const open = new WeakMap<Transaction, Map<string, Gathering<T, R>>>()

  function gather(tx: Transaction, key: string): Gathering<T, R> {
    const gatherings = open.get(tx) ?? new Map<string, Gathering<T, R>>()
    open.set(tx, gatherings)
    const known = gatherings.get(key)
    if (known !== undefined) return known
    const asked: T[] = []
    // Works that were waiting for the same statement all go on before this.
    const results = Promise.resolve().then(() => {
      gatherings.delete(key)
      return ask(tx, key, asked)
    })
    const gathering = { asked, results }
    gatherings.set(key, gathering)
    return gathering
  }

  return async (tx, key, one) => {
    if (!runsBesideOthers(tx)) return (await ask(tx, key, [one]))[0] as R
    const { asked, results } = gather(tx, key)
    const index = asked.push(one) - 1
    return (await results)[index] as R
  }
}
