import { type SearchOp, searchLimits, searchOps } from '../../../../src/client/search.ts'

export type Op = SearchOp

/** A filter as the structured search accepts it. */
export type Filter = Readonly<Record<string, unknown>>

/** A condition being edited: values stay as typed. */
export type Condition = {
  readonly kind: 'condition'
  readonly key: string
  readonly negated: boolean
  readonly field: string
  readonly op: Op
  readonly values: readonly unknown[]
}
export type Group = {
  readonly kind: 'group'
  readonly key: string
  readonly negated: boolean
  readonly join: 'and' | 'or'
  readonly children: readonly Draft[]
}
export type Draft = Condition | Group

let made = 0

function newKey(): string {
  made += 1
  return `n${made}`
}

export function newGroup(children: readonly Draft[] = [], join: Group['join'] = 'and'): Group {
  return { kind: 'group', key: newKey(), negated: false, join, children }
}

export function newCondition(field: string, op: Op, values: readonly unknown[] = []): Condition {
  return { kind: 'condition', key: newKey(), negated: false, field, op, values }
}

export function takesValues(op: Op): 'none' | 'one' | 'two' | 'many' {
  if (op === 'isNull' || op === 'isNotNull') return 'none'
  if (op === 'between') return 'two'
  return op === 'in' || op === 'nin' ? 'many' : 'one'
}

/** Groups without conditions are left out; undefined if nothing is left. */
export function toFilter(draft: Draft): Filter | undefined {
  return writeNode(draft, '/filter', new Map())
}

/** The JSON pointer of each node in the result of `toFilter`, to find the node of an error. */
export function pointersOf(draft: Draft): ReadonlyMap<string, string> {
  const pointers = new Map<string, string>()
  writeNode(draft, '/filter', pointers)
  return pointers
}

function writeNode(draft: Draft, pointer: string, pointers: Map<string, string>): Filter | undefined {
  const inner = draft.negated ? `${pointer}/not` : pointer
  const bare = draft.kind === 'condition' ? writeCondition(draft) : writeGroup(draft, inner, pointers)
  if (bare === undefined) return undefined
  pointers.set(draft.key, inner)
  return draft.negated ? { not: bare } : bare
}

function writeGroup(group: Group, pointer: string, pointers: Map<string, string>): Filter | undefined {
  const nodes: Filter[] = []
  for (const child of group.children) {
    const node = writeNode(child, `${pointer}/${group.join}/${nodes.length}`, pointers)
    if (node !== undefined) nodes.push(node)
  }
  return nodes.length === 0 ? undefined : { [group.join]: nodes }
}

function writeCondition({ field, op, values }: Condition): Filter {
  const takes = takesValues(op)
  if (takes === 'none') return { field, op }
  return takes === 'one' ? { field, op, value: values[0] ?? '' } : { field, op, values }
}

/** Always returns a group, because the builder starts with one. Undefined if the filter is invalid. */
export function fromFilter(filter: unknown): Group | undefined {
  const draft = readNode(filter, 1)
  if (draft === undefined) return undefined
  return draft.kind === 'group' ? draft : newGroup([draft])
}

function readNode(node: unknown, depth: number): Draft | undefined {
  if (depth > searchLimits.depth + 1 || !isObject(node)) return undefined
  if (isObject(node.not)) {
    const inner = readNode(node.not, depth + 1)
    return inner === undefined ? undefined : { ...inner, negated: !inner.negated }
  }
  for (const join of ['and', 'or'] as const) {
    const nodes = node[join]
    if (!Array.isArray(nodes)) continue
    const children = nodes.map((child) => readNode(child, depth + 1))
    if (children.some((child) => child === undefined)) return undefined
    return newGroup(children as Draft[], join)
  }
  const { field, op, value, values } = node
  if (typeof field !== 'string' || !searchOps.includes(op as Op)) return undefined
  const takes = takesValues(op as Op)
  const given = takes === 'none' ? [] : takes === 'one' ? [value] : Array.isArray(values) ? values : []
  return newCondition(field, op as Op, given)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The depth as the server counts it: a negation is a level of its own. */
export function depthOf(draft: Draft): number {
  const own = draft.negated ? 2 : 1
  return draft.kind === 'condition' ? own : own + Math.max(0, ...draft.children.map(depthOf))
}

export function countConditions(draft: Draft): number {
  return draft.kind === 'condition'
    ? 1
    : draft.children.reduce((count, child) => count + countConditions(child), 0)
}

/** Replaces a node; undefined removes it. */
export function replaceNode<D extends Draft>(draft: D, key: string, by: Draft | undefined): D {
  if (draft.kind === 'condition') return draft
  const children = draft.children.flatMap((child) =>
    child.key === key ? (by ?? []) : [replaceNode(child, key, by)],
  )
  return { ...draft, children }
}
