import { pagesOf, type Range } from './window.ts'

/** More rows than a screen shows, so that they are usually loaded before they become visible. */
const PAGE_SIZE = 60
const MOST_PAGES = 80
const AT_ONCE = 2

type ReadRows<R> = (ids: readonly string[], signal: AbortSignal) => Promise<readonly R[]>

type Options<R> = {
  readonly count: number
  /** The ids of a range; empty if not known yet. */
  readonly idsOf: (first: number, end: number) => readonly string[]
  readonly read: ReadRows<R>
  readonly onChange: () => void
  readonly onFailure: (error: unknown) => void
}

/** Rows by position. Reads the visible pages and their neighbours; pages that were only scrolled past are not requested. */
export class RowSource<R extends { readonly id: string }> {
  readonly #options: Options<R>
  readonly #pages = new Map<number, ReadonlyMap<string, R>>()
  readonly #asked = new Map<number, AbortController>()
  #wanted: readonly number[] = []
  #failed = false

  constructor(options: Options<R>) {
    this.#options = options
  }

  /** Undefined while it is loading. */
  rowAt(index: number): R | undefined {
    const page = this.#pages.get(Math.floor(index / PAGE_SIZE))
    const id = this.idAt(index)
    return id === undefined ? undefined : page?.get(id)
  }

  idAt(index: number): string | undefined {
    return this.#options.idsOf(index, index + 1)[0]
  }

  /** True if it was requested and no longer exists. */
  isGone(index: number): boolean {
    return this.#pages.has(Math.floor(index / PAGE_SIZE)) && this.rowAt(index) === undefined
  }

  want(range: Range): void {
    const inSight = pagesOf(range, PAGE_SIZE)
    const last = Math.ceil(this.#options.count / PAGE_SIZE) - 1
    const next = (inSight.at(-1) ?? 0) + 1
    this.#wanted = next <= last ? [...inSight, next] : inSight
    for (const [page, controller] of this.#asked)
      if (!this.#wanted.includes(page)) {
        controller.abort()
        this.#asked.delete(page)
      }
    this.#failed = false
    this.#readNext()
  }

  close(): void {
    for (const controller of this.#asked.values()) controller.abort()
    this.#asked.clear()
    this.#wanted = []
  }

  #readNext(): void {
    if (this.#failed) return
    for (const page of this.#wanted) {
      if (this.#asked.size >= AT_ONCE) return
      if (!this.#pages.has(page) && !this.#asked.has(page)) void this.#read(page)
    }
  }

  async #read(page: number): Promise<void> {
    const { count, idsOf, read, onChange, onFailure } = this.#options
    const first = page * PAGE_SIZE
    const ids = idsOf(first, Math.min(count, first + PAGE_SIZE))
    if (ids.length === 0) return
    const controller = new AbortController()
    this.#asked.set(page, controller)
    try {
      const rows = await read(ids, controller.signal)
      if (controller.signal.aborted) return
      this.#asked.delete(page)
      this.#pages.set(page, new Map(rows.map((row) => [row.id, row])))
      this.#forget()
      onChange()
      this.#readNext()
    } catch (error) {
      if (controller.signal.aborted) return
      this.#asked.delete(page)
      this.#failed = true
      onFailure(error)
    }
  }

  /** Drops the pages read longest ago, unless they are visible. */
  #forget(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return
      if (!this.#wanted.includes(page)) this.#pages.delete(page)
    }
  }
}
