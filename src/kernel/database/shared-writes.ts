import { setImmediate as nextTick } from 'node:timers/promises'
import { settleAll } from '../async/settle-all.ts'
import type { Turns } from '../async/turns.ts'
import { createCache } from '../base/cache.ts'
import { Fault } from '../base/fault.ts'
import type { Database, Transaction } from './database.ts'

type Work<T> = (tx: Transaction) => Promise<T>

/** Writes of the same key that wait for their turn share a transaction. The work may run several times. */
export type SharedWrites = {
  write<T>(key: string, work: Work<T>): Promise<T>
  /** In a transaction of its own, for a caller whose turn it is. */
  writeAlone<T>(key: string, work: Work<T>): Promise<T>
}

type SharedOptions = {
  readonly database: Pick<Database, 'write'>
  readonly turns: Turns
  /**
   * Sent first in every transaction, alone or shared. It locks what belongs to the key: otherwise two transactions
   * could wait for each other's rows.
   */
  readonly lock: (tx: Transaction, key: string) => Promise<unknown>
  /** Whether each work always begins after the one before it has ended. */
  readonly inOrder?: boolean
}

type Entry = {
  readonly work: Work<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** How the next writes of a key run: so many in a transaction, and whether one begins after the other has ended. */
type Pace = { readonly most: number; readonly inOrder: boolean }

/** Few enough that nobody waits long for the others. In order, each waits for the statements of those before it. */
const MOST = 32
const MOST_IN_ORDER = 8
const MOST_KEYS = 1_000

/** One of several works cannot run among the statements of the others. */
class NeedsOrder extends Error {
  override readonly name = 'NeedsOrder'
}

/** A work was refused, by itself and not by the database. */
class OneRefused extends Error {
  override readonly name = 'OneRefused'
}

/** The transactions that several works share now. */
const shared = new WeakMap<Transaction, { readonly inOrder: boolean; needsOrder: boolean }>()

/** Whether other works run in the same transaction at the same time. */
export function runsBesideOthers(tx: Transaction): boolean {
  return shared.get(tx)?.inOrder === false
}

/**
 * To be called before work gives back what it has taken, because others may have found it taken, and before it counts
 * rows that others are about to write. If others run in the same transaction at the same time, it throws, and all of
 * them run again, one after the other.
 */
export function needOrder(tx: Transaction): void {
  const sharing = shared.get(tx)
  if (sharing === undefined) return
  sharing.needsOrder = true
  if (!sharing.inOrder) throw new NeedsOrder()
}

/**
 * A transaction costs PostgreSQL and its client more than the statements of a small write. Here the statements of many
 * writes travel together, and one commit is for all. If one of them fails, everything is rolled back and each runs
 * alone; then fewer share a transaction, until some have succeeded.
 */
export function createSharedWrites(options: SharedOptions): SharedWrites {
  const waiting = new Map<string, Set<Entry>>()
  const paces = createCache<Pace>({ max: MOST_KEYS })
  const fastest: Pace = { most: MOST, inOrder: options.inOrder ?? false }

  function leave(key: string, entry: Entry): boolean {
    const entries = waiting.get(key)
    const wasWaiting = entries?.delete(entry) ?? false
    if (entries?.size === 0) waiting.delete(key)
    return wasWaiting
  }

  async function serve(key: string): Promise<void> {
    // More may arrive in this turn of the event loop.
    await nextTick()
    const pace = paces.get(key) ?? fastest
    const most = pace.inOrder ? Math.min(pace.most, MOST_IN_ORDER) : pace.most
    const entries: Entry[] = []
    for (const entry of waiting.get(key) ?? []) {
      if (entries.length === most) break
      entries.push(entry)
      leave(key, entry)
    }
    if (entries.length > 0) paces.set(key, await writeAll(options, key, { entries, pace }))
  }

  return {
    write<T>(key: string, work: Work<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const entry: Entry = { work, resolve: resolve as (value: unknown) => void, reject }
        const entries = waiting.get(key) ?? new Set()
        waiting.set(key, entries.add(entry))
        // Somebody who came earlier may have taken this entry along.
        options.turns
          .run(key, async () => {
            if (entries.has(entry)) await serve(key)
          })
          .catch((error: unknown) => {
            if (leave(key, entry)) reject(error)
          })
      })
    },
    writeAlone: (key, work) => writeLocked(options, key, work),
  }
}

type Writing = { readonly entries: readonly Entry[]; readonly pace: Pace }

/** Settles all entries; returns the pace of the next ones. */
async function writeAll(options: SharedOptions, key: string, { entries, pace }: Writing): Promise<Pace> {
  if (entries.length === 1)
    return (await writeEach(options, key, entries)) ? faster(pace) : { ...pace, most: 1 }
  try {
    const { values, needsOrder } = await writeTogether(options, key, { entries, pace })
    for (const [index, { resolve }] of entries.entries()) resolve(values[index])
    return faster({ ...pace, inOrder: needsOrder || options.inOrder === true })
  } catch (error) {
    if (error instanceof NeedsOrder) return writeInOrder(options, key, { entries, pace })
    if (error instanceof Fault) {
      // The database is away, for everyone. Whether a commit was lost is not known, so nothing runs again.
      for (const { reject } of entries) reject(error)
      return pace
    }
    await writeEach(options, key, entries)
    return { ...pace, most: 1 }
  }
}

async function writeInOrder(options: SharedOptions, key: string, { entries, pace }: Writing): Promise<Pace> {
  let next: Pace = { ...pace, inOrder: true }
  for (let start = 0; start < entries.length; start += MOST_IN_ORDER)
    next = await writeAll(options, key, {
      entries: entries.slice(start, start + MOST_IN_ORDER),
      pace: next,
    })
  return next
}

function faster({ most, inOrder }: Pace): Pace {
  return { most: Math.min(2 * most, MOST), inOrder }
}

/** Each in its own transaction, until the database is away; returns whether all were written. */
async function writeEach(options: SharedOptions, key: string, entries: readonly Entry[]): Promise<boolean> {
  let away: Fault | undefined
  let allWritten = true
  for (const { work, resolve, reject } of entries)
    try {
      if (away !== undefined) throw away
      resolve(await writeLocked(options, key, (tx) => work(tx).catch(disguise)))
    } catch (error) {
      allWritten = false
      if (error instanceof Fault) away = error
      reject(error instanceof OneRefused ? error.cause : error)
    }
  return allWritten
}

function writeTogether(options: SharedOptions, key: string, { entries, pace }: Writing) {
  return writeLocked(options, key, async (tx) => {
    const sharing = { inOrder: pace.inOrder, needsOrder: false }
    shared.set(tx, sharing)
    const values = await (pace.inOrder ? inOrder(tx, entries) : atOnce(tx, entries)).catch(disguise)
    return { values, needsOrder: sharing.needsOrder }
  })
}

/** The work's first statements travel with the lock. */
function writeLocked<T>({ database, lock }: SharedOptions, key: string, work: Work<T>): Promise<T> {
  return database.write(async (tx) => {
    const locking = lock(tx, key)
    // If it fails, so do the statements after it.
    locking.catch(ignore)
    const value = await work(tx)
    await locking
    return value
  })
}

async function inOrder(tx: Transaction, entries: readonly Entry[]): Promise<unknown[]> {
  const values: unknown[] = []
  for (const { work } of entries) values.push(await work(tx))
  return values
}

/** Waits for all of them, so that nothing is sent after the transaction has ended. */
function atOnce(tx: Transaction, entries: readonly Entry[]): Promise<unknown[]> {
  const works = entries.map(async ({ work }) => work(tx))
  return settleAll(works, (reason) => !(reason instanceof NeedsOrder))
}

/** A fault that is thrown by a work is not the database's. Errors of the engine stay what they are: it may try again. */
function disguise(error: unknown): never {
  throw error instanceof Fault ? new OneRefused('refused', { cause: error }) : error
}

function ignore(): void {}
