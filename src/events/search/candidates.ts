import type { Reader } from '../../kernel/database/database.ts'
import { conditionOf } from './condition.ts'
import type { FilterNode, Leaf } from './filter.ts'
import { type Among, type Clause, findIds } from './search-store.ts'

/** How many conditions of an `and` are tried in turn. */
const MOST_TRIED = 8
/** With so few candidates, no other condition is tried. */
const FEW = 20

type Looking = {
  readonly db: Reader
  readonly among: Among
  readonly limit: number
  /** Lets other requests run. */
  pause(): Promise<void>
}

/** The ids of all possible matches, using indexes only; undefined if there are more than the limit, or if no index helps. */
export async function findCandidates(
  looking: Looking,
  node: FilterNode,
): Promise<ReadonlySet<string> | undefined> {
  if ('leaf' in node) return findByLeaf(looking, node.leaf)
  if ('and' in node) return findByAll(looking, node.and)
  if ('or' in node) return findByAny(looking, node.or)
  return undefined
}

async function findByAll(
  looking: Looking,
  nodes: readonly FilterNode[],
): Promise<ReadonlySet<string> | undefined> {
  let best: ReadonlySet<string> | undefined
  for (const node of nodes.filter(isIndexed).slice(0, MOST_TRIED)) {
    const found = await findCandidates(looking, node)
    if (found !== undefined && (best === undefined || found.size < best.size)) best = found
    if (best !== undefined && best.size <= FEW) return best
  }
  return best
}

async function findByAny(
  looking: Looking,
  nodes: readonly FilterNode[],
): Promise<ReadonlySet<string> | undefined> {
  if (!nodes.every(isIndexed)) return undefined
  const all = new Set<string>()
  for (const node of nodes) {
    for (const id of (await findCandidates(looking, node)) ?? [undefined]) {
      if (id === undefined || all.add(id).size > looking.limit) return undefined
    }
  }
  return all
}

function isIndexed(node: FilterNode): boolean {
  if ('leaf' in node) return indexClause(node.leaf) !== undefined
  if ('and' in node) return node.and.some(isIndexed)
  return 'or' in node && node.or.every(isIndexed)
}

function indexClause(leaf: Leaf): Clause | undefined {
  const { stored } = leaf.field
  return stored !== undefined && (stored.in === 'answers' || stored.indexed) ? clauseOf(leaf) : undefined
}

/** The condition as SQL; undefined if the database cannot evaluate it. */
export function clauseOf(leaf: Leaf): Clause | undefined {
  const { stored } = leaf.field
  const condition = conditionOf(leaf)
  return stored === undefined || condition === undefined ? undefined : { stored, condition }
}

async function findByLeaf(
  { db, among, limit, pause }: Looking,
  leaf: Leaf,
): Promise<ReadonlySet<string> | undefined> {
  const clause = indexClause(leaf)
  if (clause === undefined) return undefined
  const ids = await findIds(db, among, { clause, limit })
  await pause()
  return ids.length > limit ? undefined : new Set(ids)
}
