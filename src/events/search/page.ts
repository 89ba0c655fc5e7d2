import type { SearchRow } from './field.ts'
import { comparePlaces, type Order, placeOf } from './order.ts'
import { sortInTurns } from './sort.ts'

type Place = readonly (string | number | null)[]
export type Found = { readonly id: string; readonly place: Place }

export type PageWanted = {
  readonly order: Order
  readonly size: number
  /** Only what comes behind it, in the direction of reading. */
  readonly after: Place | undefined
  readonly backward: boolean
}

/** Keeps the first of what it is shown, one more than the page has. */
export class PageCollector {
  readonly #wanted: PageWanted
  #found: Found[] = []
  /** The place of the last that there is room for, once there is more than that. */
  #last: Place | undefined

  constructor(wanted: PageWanted) {
    this.#wanted = wanted
  }

  get isFull(): boolean {
    return this.#found.length > this.#wanted.size
  }

  add(row: SearchRow): void {
    const place = placeOf(this.#wanted.order, row)
    const { after, size } = this.#wanted
    if (after !== undefined && this.#compare(place, after) <= 0) return
    if (this.#last !== undefined && this.#compare(place, this.#last) >= 0) return
    this.#found.push({ id: String(row.id), place })
    if (this.#found.length > 4 * size + 1_000) this.#cut()
  }

  /** In the order of reading. */
  take(): { found: Found[]; more: boolean } {
    this.#cut()
    return { found: this.#found.slice(0, this.#wanted.size), more: this.isFull }
  }

  /** All that it has, in the order of reading. */
  takeInTurns(pause: () => Promise<unknown>): Promise<Found[]> {
    return sortInTurns(this.#found, (a, b) => this.#compare(a.place, b.place), pause)
  }

  #cut(): void {
    this.#found.sort((a, b) => this.#compare(a.place, b.place))
    this.#found.length = Math.min(this.#found.length, this.#wanted.size + 1)
    if (this.isFull) this.#last = this.#found.at(-1)?.place
  }

  #compare(a: Place, b: Place): number {
    const order = comparePlaces(this.#wanted.order, a, b)
    return this.#wanted.backward ? -order : order
  }
}
