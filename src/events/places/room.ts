import type { Transaction } from '../../kernel/database/database.ts'
import type { PlaceRow } from '../records/tables.ts'
import { type Grant, grantPlaces } from './place-store.ts'

type Changes = { -readonly [K in keyof Grant]: Grant[K] }

/**
 * The counters of an event as a transaction has read them, less what it has given to the waiting list since. They stay
 * true because the transaction holds the event's row. `save` writes each changed counter once.
 */
export class Room {
  readonly #places: ReadonlyMap<string, PlaceRow>
  readonly #changes = new Map<string, Changes>()
  readonly #isOpen: (place: PlaceRow) => boolean

  /** A place that is not open has nothing to give, for example because its own waiting list comes first. */
  constructor(places: ReadonlyMap<string, PlaceRow>, isOpen: (place: PlaceRow) => boolean = () => true) {
    this.#places = places
    this.#isOpen = isOpen
  }

  /** How many can still be given; nothing of a counter that does not exist. */
  free(id: string): number {
    const place = this.#places.get(id)
    if (place === undefined) return 0
    if (place.capacity === null) return Number.POSITIVE_INFINITY
    return this.#isOpen(place) ? place.capacity - place.taken - (this.#changes.get(id)?.taken ?? 0) : 0
  }

  isLimited(id: string): boolean {
    return this.#places.get(id)?.capacity !== null
  }

  take(id: string, seats: number, held = 0): void {
    const changes = this.#changesOf(id)
    changes.taken += seats
    changes.held += held
  }

  /** Takes somebody off the waiting list. */
  leave(id: string, seats: number): void {
    this.#changesOf(id).waiting -= seats
  }

  /** Puts somebody on the waiting list; returns the number there. */
  join(id: string, seats: number): number {
    const changes = this.#changesOf(id)
    changes.waiting += seats
    changes.line += 1
    return (this.#places.get(id)?.line ?? 0) + changes.line
  }

  /** Writes in the order of ids, like every other transaction that changes several counters. */
  async save(tx: Transaction): Promise<void> {
    for (const [id, changes] of [...this.#changes].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (!(await grantPlaces(tx, id, changes)))
        throw new Error('places change only in transactions that hold the event')
  }

  #changesOf(id: string): Changes {
    const changes = this.#changes.get(id) ?? { taken: 0, held: 0, waiting: 0, line: 0 }
    this.#changes.set(id, changes)
    return changes
  }
}
