import type { Order } from './buyer.ts'
import type { Counters, Entry } from './organiser.ts'

/** What is stored in the end, and how it differs from what buyers were told. */
export type Ledger = {
  sold: number
  waiting: number
  cancelled: number
  /** Orders that were confirmed to a buyer and are not stored. */
  lost: number
  /** Registrations beyond the first of a buyer: everybody ordered once. */
  doubled: number
  /** Places above the capacity. */
  oversold: number
  /** Places that nobody has although people wait. */
  unsold: number
  /** Buyers who were told something else than what is stored: a place that they do not have, or a cancellation. */
  contradicted: number
  /** How far the event's own counters are from the registrations. */
  miscounted: number
  /**
   * Pairs of somebody who still waits, and somebody who has a place although that order was sent only after the
   * first one was answered.
   */
  outOfOrder: number
}

/** Members that are zero in a sound ledger. */
export const faults = [
  'lost',
  'doubled',
  'oversold',
  'unsold',
  'contradicted',
  'miscounted',
  'outOfOrder',
] as const satisfies (keyof Ledger)[]

export function isSound(ledger: Ledger): boolean {
  return faults.every((name) => ledger[name] === 0)
}

type Books = { entries: readonly Entry[]; counters: Counters; places: number }

export function compareLedger(orders: readonly Order[], { entries, counters, places }: Books): Ledger {
  const stored = new Map(entries.map((entry) => [entry.id, entry.status]))
  const statusOf = ({ registrationId }: Order) => stored.get(registrationId)
  const count = (status: string) => entries.filter((entry) => entry.status === status).length
  const [sold, waiting] = [count('confirmed'), count('waitlisted')]
  return {
    sold,
    waiting,
    cancelled: count('cancelled'),
    lost: orders.filter((order) => statusOf(order) === undefined).length,
    doubled: entries.length - new Set(entries.map(({ registrant }) => registrant.email)).size,
    oversold: Math.max(0, sold - places),
    unsold: waiting === 0 ? 0 : Math.max(0, places - sold),
    contradicted: orders.filter((order) => isContradicted(order, statusOf(order))).length,
    miscounted: Math.abs(counters.registered - sold) + Math.abs(counters.waitlisted - waiting),
    outOfOrder: countOutOfOrder(
      orders.filter((order) => statusOf(order) === 'waitlisted'),
      orders.filter((order) => statusOf(order) === 'confirmed'),
    ),
  }
}

/** Those who waited may have a place by now; everything else stays as it was told. */
function isContradicted({ status, isCancelled }: Order, stored: string | undefined): boolean {
  if (stored === undefined) return false
  if (isCancelled || stored === 'cancelled') return isCancelled !== (stored === 'cancelled')
  return status === 'confirmed' && stored !== 'confirmed'
}

/** Orders that were under way at the same time may come in either order. */
function countOutOfOrder(waiting: readonly Order[], served: readonly Order[]): number {
  const answers = waiting.map(({ answeredAt }) => answeredAt).sort((a, b) => a - b)
  return served.reduce((sum, { firstSentAt }) => sum + countBelow(answers, firstSentAt), 0)
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? limit) < limit) low = middle + 1
    else high = middle
  }
  return low
}
