import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Events } from '../events.ts'
import { problem } from '../problems.ts'
import { clauseOf, findCandidates } from './candidates.ts'
import type { SearchRow } from './fields/field.ts'
import type { FilterNode } from './filter.ts'
import { fieldsOf, matches } from './match.ts'
import { walkOf } from './order.ts'
import { PageCollector, type PageWanted } from './page.ts'
import {
  type Among,
  findNextByAnswer,
  findSliceEnd,
  type Place,
  readColumns,
  readSlice,
  type Walk,
} from './search-store.ts'
import { readSides } from './sides.ts'
import { findByWords, type Words } from './words.ts'

export type Search = PageWanted & {
  readonly among: Among
  readonly filter: FilterNode | undefined
  readonly words: Words | undefined
  readonly deleted: boolean
  /** Time limit, for background work that may run longer than a request. */
  readonly budgetMs?: number
}

/** With so few candidates, each is checked, whatever the order. */
const FEW = 500
/** With more candidates than this, records are scanned in order instead. */
const MANY = 20_000
const SLICES_BEFORE_MANY = 4
const STEPS_BEFORE_MANY = 10
const BUDGET_MS = 2_000
const SLICE_MS = 8
const [SMALLEST_SLICE, FIRST_SLICE, LARGEST_SLICE] = [50, 400, 2_000]
/** Words in more than this share of the first slice are not looked for in the text index. */
const COMMON = 0.1

/**
 * Either an index finds few candidates, or records are scanned in order until the page is full. In both cases the rows
 * themselves decide, in slices, so that other requests are not delayed.
 */
export async function findPage(service: Events, search: Search): Promise<ReturnType<PageCollector['take']>> {
  const run = new Run(service, search)
  await fill(run)
  return run.page.take()
}

/** As many as the page has room for, sorted in slices, so that other requests are not delayed. */
export async function findMany(service: Events, search: Search): Promise<{ ids: string[]; more: boolean }> {
  const run = new Run(service, search)
  await fill(run)
  const found = await run.page.takeInTurns(letOthersRun)
  return { ids: found.slice(0, search.size).map(({ id }) => id), more: found.length > search.size }
}

async function fill(run: Run): Promise<void> {
  if (await run.startsWithPage()) return
  if (await run.lookAtCandidates(FEW)) return
  const follows = run.followsAnswer
  if (follows ? await run.follow(STEPS_BEFORE_MANY) : await run.walk(SLICES_BEFORE_MANY)) return
  if (await run.lookAtCandidates(MANY)) return
  if (follows) await run.follow(Number.POSITIVE_INFINITY)
  else await run.walk(Number.POSITIVE_INFINITY)
}

class Run {
  readonly #service: Events
  readonly #search: Search
  readonly #columns: readonly string[]
  readonly #walk: Walk
  readonly #isOrdered: boolean
  readonly #start: number
  readonly #answer: { field: string; key: string } | undefined
  #size = FIRST_SLICE
  #isCommon = false
  #place: Place | undefined
  page: PageCollector

  constructor(service: Events, search: Search) {
    this.#service = service
    this.#search = search
    this.#columns = columnsOf(search)
    this.page = new PageCollector(search)
    const { among, order, backward, after, deleted } = search
    const walk = deleted && order.parts.length > 0 ? undefined : walkOf(order)
    this.#isOrdered = walk !== undefined
    this.#walk = {
      ...among,
      order: walk ?? ['id'],
      backward: this.#isOrdered && order.backward !== backward,
    }
    this.#place = this.#isOrdered ? after : undefined
    this.#start = service.clock.monotonic()
    this.#answer = this.#isOrdered && this.#walk.order.length === 1 ? answerOf(search.filter) : undefined
  }

  get followsAnswer(): boolean {
    return this.#answer !== undefined
  }

  /** Common words are in the first records already, and the text index is slow to list them. */
  async startsWithPage(): Promise<boolean> {
    const { words, filter } = this.#search
    if (words === undefined || filter !== undefined || !this.#isOrdered) return false
    const isOver = await this.walk(1)
    this.#isCommon = this.page.count > COMMON * FIRST_SLICE
    return isOver
  }

  /** False if no index finds at most `limit` candidates. */
  async lookAtCandidates(limit: number): Promise<boolean> {
    const { among, filter, words } = this.#search
    const { database: db } = this.#service
    const byFilter =
      filter && (await findCandidates({ db, among, limit, pause: () => this.#pause() }, filter))
    const byWords = words && !this.#isCommon ? await findByWords(db, words, limit) : undefined
    const ids = byWords === undefined ? byFilter : intersect(byWords, byFilter)
    await this.#pause()
    if (ids === undefined) return false
    this.page = new PageCollector(this.#search)
    const all = [...ids]
    for (let start = 0; start < all.length; start += FEW) {
      const chunk = all.slice(start, start + FEW)
      const rows = await readColumns(db, { table: among.table, by: 'id', ids: chunk }, this.#columns)
      await this.#judge(rows, byWords === undefined ? words : undefined)
      await this.#pause()
    }
    return true
  }

  /** True if nothing after the last slice belongs to the page. */
  async walk(slices: number): Promise<boolean> {
    const { database: db, clock } = this.#service
    const { deleted, words } = this.#search
    const clauses = clausesOf(this.#search.filter)
    for (let count = 0; count < slices; count += 1) {
      const start = clock.monotonic()
      const after = this.#place
      const end = await findSliceEnd(db, this.#walk, { after, size: this.#size })
      const slice = { after, end, clauses, deleted }
      const rows = await readSlice(db, this.#walk, { slice, columns: this.#columns })
      await this.#judge(rows, words)
      if (end === undefined || (this.#isOrdered && this.page.isFull)) return true
      this.#place = end
      this.#resize(clock.monotonic() - start)
      await this.#pause()
    }
    return false
  }

  /** Follows the index of one answer, which is ordered by registration. True if nothing further belongs to the page. */
  async follow(steps: number): Promise<boolean> {
    const { database: db } = this.#service
    const { among, words } = this.#search
    if (this.#answer === undefined) return false
    for (let count = 0; count < steps; count += 1) {
      const [place] = this.#place ?? []
      const after = place === undefined ? undefined : String(place)
      const walk = { ...this.#answer, after, backward: this.#walk.backward, limit: FIRST_SLICE }
      const ids = await findNextByAnswer(db, among, walk)
      await this.#judge(await readColumns(db, { table: among.table, by: 'id', ids }, this.#columns), words)
      if (ids.length < FIRST_SLICE || this.page.isFull) return true
      this.#place = [ids.at(-1) ?? null]
      await this.#pause()
    }
    return false
  }

  async #judge(rows: readonly SearchRow[], words: Words | undefined): Promise<void> {
    const { filter, deleted } = this.#search
    const alive = deleted ? rows : rows.filter((row) => row.deleted_at === null)
    const sides = await readSides(this.#service.database, alive, { filter, words })
    for (const row of alive) {
      const { attendees, found } = sides.of(row)
      if (found && (filter === undefined || matches(filter, { row, attendees }))) this.page.add(row)
    }
  }

  #resize(tookMs: number): void {
    const factor = tookMs > 2 * SLICE_MS ? 0.5 : tookMs < SLICE_MS ? 2 : 1
    this.#size = Math.max(SMALLEST_SLICE, Math.min(LARGEST_SLICE, Math.round(this.#size * factor)))
  }

  /** Lets other requests run. */
  async #pause(): Promise<void> {
    const { budgetMs = BUDGET_MS } = this.#search
    if (this.#service.clock.monotonic() - this.#start > budgetMs) throw problem('search-too-broad')
    await letOthersRun()
  }
}

/** The first condition that requires an exact answer, when searching registrations. */
function answerOf(filter: FilterNode | undefined): { field: string; key: string } | undefined {
  for (const { stored, condition } of clausesOf(filter)) {
    if (stored.in !== 'answers' || stored.owner !== 'registration_id' || !('in' in condition)) continue
    const [key, second] = condition.in
    if (typeof key === 'string' && second === undefined) return { field: stored.field, key }
  }
  return undefined
}

function intersect(a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): ReadonlySet<string> {
  return b === undefined ? a : new Set([...a].filter((id) => b.has(id)))
}

/** The required conditions that the database can evaluate. */
function clausesOf(filter: FilterNode | undefined) {
  const all = filter === undefined ? [] : 'and' in filter ? filter.and : [filter]
  return all.flatMap((node) => ('leaf' in node ? (clauseOf(node.leaf) ?? []) : []))
}

function columnsOf({ filter, order }: Search): string[] {
  const fields = [...(filter === undefined ? [] : fieldsOf(filter)), ...order.parts.map(({ field }) => field)]
  const own = fields.filter(({ ofAttendees }) => ofAttendees !== true).flatMap(({ columns }) => columns)
  return [...new Set(['id', 'deleted_at', ...own])]
}
