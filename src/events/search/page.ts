import type { SearchRow } from './fields/field.ts'
import { comparePlaces, type Order, placeOf } from './order.ts'
import { sortInTurns } from './sort.ts'

type Place = readonly (string | number | null)[]
export type Found = { readonly id: string; readonly place: Place }

export type PageWanted = {
  readonly order: Order
  readonly size: number
  /** Only rows after this one, in reading direction. */
  readonly after: Place | undefined
  readonly backward: boolean
}

/** Keeps the first rows that it is given, one more than fit on the page. */
export class PageCollector {
  readonly #wanted: PageWanted
  #found: Found[] = []
  /** The sort key of the last row that fits, once there are more. */
  #last: Place | undefined

  constructor(wanted: PageWanted) {
    this.#wanted = wanted
  }

  get isFull(): boolean {
    return this.#found.length > this.#wanted.size
  }

  get count(): number {
    return this.#found.length
  }

  add(row: SearchRow): void {
    const place = placeOf(this.#wanted.order, row)
    const { after, size } = this.#wanted
    if (after !== undefined && this.#compare(place, after) <= 0) return
    if (this.#last !== undefined && this.#compare(place, this.#last) >= 0) return
    this.#found.push({ id: String(row.id), place })
    if (this.#found.length > 4 * size + 1_000) this.#cut()
  }

  /** In reading order. */
  take(): { found: Found[]; more: boolean } {
    this.#cut()
    return { found: this.#found.slice(0, this.#wanted.size), more: this.isFull }
  }

  /** All collected rows, in reading order. */
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
