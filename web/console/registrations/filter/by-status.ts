import type { Status } from '../base/setting.ts'
import type { Filter } from './draft.ts'

function partsOf(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return []
  return Array.isArray(filter.and) ? (filter.and as Filter[]) : [filter]
}

function isOfStatus({ field, op }: Filter): boolean {
  return field === 'status' && op === 'eq'
}

/** The status that a filter is limited to: `all` without such a condition, undefined if it says more about it. */
export function statusIn(filter: Filter | undefined): Status | 'all' | undefined {
  const own = partsOf(filter).filter(({ field }) => field === 'status')
  const [first] = own
  if (first === undefined) return 'all'
  return own.length === 1 && isOfStatus(first) ? (first.value as Status) : undefined
}

/** Limits a filter to a status, and keeps its other conditions. */
export function withStatus(filter: Filter | undefined, status: Status | 'all'): Filter | undefined {
  const rest = partsOf(filter).filter(({ field }) => field !== 'status')
  const parts = status === 'all' ? rest : [{ field: 'status', op: 'eq', value: status }, ...rest]
  return parts.length > 1 ? { and: parts } : parts[0]
}
