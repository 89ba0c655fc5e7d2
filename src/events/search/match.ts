import { holds } from './compare.ts'
import type { Field, SearchRow } from './fields/field.ts'
import type { FilterNode } from './filter.ts'

/** A record with its related rows, as far as the filter uses them. */
type Candidate = { readonly row: SearchRow; readonly attendees: readonly SearchRow[] }

export function matches(node: FilterNode, candidate: Candidate): boolean {
  if ('and' in node) return node.and.every((child) => matches(child, candidate))
  if ('or' in node) return node.or.some((child) => matches(child, candidate))
  if ('not' in node) return !matches(node.not, candidate)
  const { field, op, values } = node.leaf
  return holds(op, valuesOf(field, candidate), values)
}

function valuesOf(field: Field, { row, attendees }: Candidate) {
  return field.ofAttendees === true ? attendees.flatMap((one) => field.read(one)) : field.read(row)
}

export function fieldsOf(node: FilterNode): Field[] {
  if ('and' in node) return node.and.flatMap(fieldsOf)
  if ('or' in node) return node.or.flatMap(fieldsOf)
  return 'not' in node ? fieldsOf(node.not) : [node.leaf.field]
}
