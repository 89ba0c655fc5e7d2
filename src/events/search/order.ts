import { keyOf } from '../form/answer-index.ts'
import { wrong } from '../refusal.ts'
import { compareValues } from './compare.ts'
import type { Field, FindField, SearchRow } from './fields/field.ts'
import type { SearchInput } from './search-schema.ts'

type Value = string | number | null
export type Order = {
  readonly parts: readonly { readonly field: Field; readonly backward: boolean }[]
  /** The direction of the id, which comes last in the order. */
  readonly backward: boolean
}

/** Throws errors with a JSON pointer to the invalid part. */
export function readOrder(find: FindField, sort: SearchInput['sort']): Order {
  const given = sort ?? []
  const parts = given.map(({ field: name, direction }, index) => {
    const pointer = `/sort/${index}/field`
    const field = find(name)
    if (field?.sortable !== true)
      throw wrong(pointer, 'unknown-field', 'is nothing that this record sorts by')
    if (given.findIndex((other) => other.field === name) < index)
      throw wrong(pointer, 'duplicate', 'sorts already')
    return { field, backward: direction === 'desc' }
  })
  const byId = parts.findIndex(({ field }) => field.columns.includes('id'))
  const used = byId < 0 ? parts : parts.slice(0, byId)
  return { parts: used, backward: (parts[byId] ?? used.at(-1))?.backward ?? false }
}

/** The sort key of a row. If it has several texts they are cut, so that a cursor has room for them. */
export function placeOf({ parts }: Order, row: SearchRow): Value[] {
  const values = parts.map(({ field }): Value => {
    const [value = null] = field.read(row)
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'string' && parts.length > 1 ? keyOf(value) : value
  })
  return [...values, String(row.id)]
}

/** Null sorts last in both directions. */
export function comparePlaces({ parts, backward }: Order, a: readonly Value[], b: readonly Value[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const [left, right] = [a[index] ?? null, b[index] ?? null]
    if (left === right) continue
    if (left === null || right === null) return left === null ? 1 : -1
    const order = compareValues(left, right)
    return (parts[index]?.backward ?? backward) ? -order : order
  }
  return 0
}

/** The column whose index has this order, followed by the id; undefined if there is none. */
export function walkOf({ parts, backward }: Order): readonly string[] | undefined {
  const [first] = parts
  if (first === undefined) return ['id']
  const column = parts.length === 1 && first.backward === backward ? first.field.walk : undefined
  return column === undefined ? undefined : [column, 'id']
}
