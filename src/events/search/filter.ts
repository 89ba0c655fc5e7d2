import { wrong } from '../refusal.ts'
import type { Comparable, Field, FindField } from './fields/field.ts'
import { MOST_CONDITIONS, MOST_DEPTH, MOST_VALUES, type Op, ops } from './fields/ops.ts'

export type Leaf = {
  readonly field: Field
  readonly op: Op
  readonly values: readonly Comparable[]
}
export type FilterNode =
  | { readonly and: readonly FilterNode[] }
  | { readonly or: readonly FilterNode[] }
  | { readonly not: FilterNode }
  | { readonly leaf: Leaf }

const LONGEST_TEXT = 1_000

type Reading = { readonly find: FindField; leaves: number; values: number }
type Json = Readonly<Record<string, unknown>>

/** Throws errors with a JSON pointer to the invalid part. */
export function readFilter(find: FindField, filter: Json): FilterNode {
  return readNode({ find, leaves: 0, values: 0 }, filter, { pointer: '/filter', depth: 1 })
}

type At = { pointer: string; depth: number }

function readNode(reading: Reading, node: unknown, { pointer, depth }: At): FilterNode {
  if (depth > MOST_DEPTH) throw wrong(pointer, 'depth', `lies deeper than ${MOST_DEPTH}`)
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    throw wrong(pointer, 'type', 'must be an object')
  const json = node as Json
  for (const name of ['and', 'or'] as const) {
    if (!Object.hasOwn(json, name)) continue
    refuseOthers(json, [name], pointer)
    const children = readNodes(reading, json[name], { pointer: `${pointer}/${name}`, depth })
    return name === 'and' ? { and: children } : { or: children }
  }
  if (!Object.hasOwn(json, 'not')) return { leaf: readLeaf(reading, json, pointer) }
  refuseOthers(json, ['not'], pointer)
  return { not: readNode(reading, json.not, { pointer: `${pointer}/not`, depth: depth + 1 }) }
}

function readNodes(reading: Reading, nodes: unknown, { pointer, depth }: At): FilterNode[] {
  if (!Array.isArray(nodes)) throw wrong(pointer, 'type', 'must be an array')
  if (nodes.length === 0) throw wrong(pointer, 'minItems', 'must have a condition')
  return nodes.map((node, index) =>
    readNode(reading, node, { pointer: `${pointer}/${index}`, depth: depth + 1 }),
  )
}

function readLeaf(reading: Reading, leaf: Json, pointer: string): Leaf {
  reading.leaves += 1
  if (reading.leaves > MOST_CONDITIONS)
    throw wrong(pointer, 'maxLeaves', `is one condition more than ${MOST_CONDITIONS}`)
  refuseOthers(leaf, ['field', 'op', 'value', 'values'], pointer)
  const field = readField(reading.find, leaf, pointer)
  const op = readOp(field, leaf, pointer)
  const several = op === 'between' || op === 'in' || op === 'nin'
  const none = op === 'isNull' || op === 'isNotNull'
  refuseOthers(leaf, ['field', 'op', ...(none ? [] : [several ? 'values' : 'value'])], pointer)
  if (none) return { field, op, values: [] }
  const found = several
    ? readValues(leaf, op, pointer)
    : [[requireMember(leaf, 'value', pointer), `${pointer}/value`] as const]
  reading.values += found.length
  if (reading.values > MOST_VALUES)
    throw wrong(
      `${pointer}/${several ? 'values' : 'value'}`,
      'maxValues',
      `makes more than ${MOST_VALUES} values`,
    )
  return { field, op, values: found.map(([value, at]) => readValue({ field, op }, value, at)) }
}

function readField(find: FindField, leaf: Json, pointer: string): Field {
  const name = requireMember(leaf, 'field', pointer)
  const field = typeof name === 'string' ? find(name) : undefined
  if (field === undefined) throw wrong(`${pointer}/field`, 'unknown-field', 'is no field of this record')
  return field
}

function readOp(field: Field, leaf: Json, pointer: string): Op {
  const op = requireMember(leaf, 'op', pointer)
  if (!ops.includes(op as Op)) throw wrong(`${pointer}/op`, 'unknown-operator', 'is no operator')
  if (field.ops.includes(op as Op)) return op as Op
  throw wrong(`${pointer}/op`, 'wrong-operator', `must be one of ${field.ops.join(', ')}`)
}

function readValues(leaf: Json, op: Op, pointer: string): (readonly [unknown, string])[] {
  const values = requireMember(leaf, 'values', pointer)
  const at = `${pointer}/values`
  if (!Array.isArray(values)) throw wrong(at, 'type', 'must be an array')
  if (op === 'between' && values.length !== 2) throw wrong(at, 'between', 'must have exactly two values')
  if (values.length === 0) throw wrong(at, 'minItems', 'must have a value')
  if (values.length > MOST_VALUES) throw wrong(at, 'maxValues', `has more than ${MOST_VALUES} values`)
  return values.map((value, index) => [value, `${at}/${index}`] as const)
}

function readValue({ field, op }: { field: Field; op: Op }, value: unknown, pointer: string): Comparable {
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    throw wrong(pointer, 'maxLength', `has more than ${LONGEST_TEXT} characters`)
  const part = op === 'contains' || op === 'startsWith'
  if (part && (typeof value !== 'string' || value === ''))
    throw wrong(pointer, 'value', 'must be a text that is not empty')
  const encoded = field.encode(value)
  if (encoded === undefined) throw wrong(pointer, 'value', 'is no value of this field')
  return encoded
}

function requireMember(json: Json, name: string, pointer: string): unknown {
  if (Object.hasOwn(json, name)) return json[name]
  throw wrong(`${pointer}/${name}`, 'required', 'is required')
}

function refuseOthers(json: Json, known: readonly string[], pointer: string): void {
  const other = Object.keys(json).find((name) => !known.includes(name))
  if (other === undefined) return
  const escaped = other.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')
  throw wrong(`${pointer}/${escaped}`, 'unknown-member', 'is not known here')
}
