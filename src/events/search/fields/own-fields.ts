import { foldAddress } from '../../../kernel/text/email-address.ts'
import { parseTime } from '../../../kernel/text/times.ts'
import { foldCase } from '../../../kernel/text/words.ts'
import { time } from '../../records/values.ts'
import { type Comparable, exactOps, type Field, flagOps, orderedOps, type SearchRow } from './field.ts'
import { ops } from './ops.ts'

type Placed = { indexed?: boolean; sortable?: boolean; walk?: boolean }

const timePattern = new RegExp((time as { pattern?: string }).pattern ?? '')

function own(column: string, { indexed = false, sortable = true, walk = false }: Placed) {
  const stored = { in: 'own' as const, column, indexed }
  return { columns: [column], sortable, stored, ...(walk ? { walk: column } : {}) }
}

function readColumn(column: string): (row: SearchRow) => Comparable[] {
  return (row) => {
    const value = row[column] ?? null
    return value === null ? [] : [value]
  }
}

function encodeText(value: unknown): string | undefined {
  return typeof value === 'string' ? foldCase(value) : undefined
}

/** Ids are compared exactly. */
export function idField(column: string, placed: Placed = {}): Field {
  const encode = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { ...own(column, placed), ops: exactOps, read: readColumn(column), encode }
}

export function enumField(column: string, schema: object): Field {
  const values = (schema as { enum?: readonly unknown[] }).enum ?? []
  const encode = (value: unknown) => (values.includes(value) ? String(value) : undefined)
  return { ...own(column, {}), ops: exactOps, read: readColumn(column), encode }
}

export function flagField(column: string): Field {
  const encode = (value: unknown) => (typeof value === 'boolean' ? Number(value) : undefined)
  return { ...own(column, {}), ops: flagOps, read: readColumn(column), encode }
}

export function numberField(column: string): Field {
  const encode = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return { ...own(column, {}), ops: orderedOps, read: readColumn(column), encode }
}

export function timeField(column: string, placed: Placed = {}): Field {
  const encode = (value: unknown) =>
    typeof value === 'string' && timePattern.test(value) ? parseTime(value) : undefined
  return { ...own(column, placed), ops: orderedOps, read: readColumn(column), encode }
}

/** A text that is stored case-folded. */
export function keyField(column: string, placed: Placed = { indexed: true }): Field {
  return { ...own(column, placed), ops, read: readColumn(column), encode: encodeText }
}

/** An e-mail address, or a part of one. */
export function addressField(column: string, placed: Placed = { indexed: true }): Field {
  const encode = (value: unknown) => (typeof value === 'string' ? foldAddress(value) : undefined)
  return { ...keyField(column, placed), encode }
}

/** A text without an index: a search by it alone reads the rows. */
export function textField(column: string, { sortable = true }: Placed = {}): Field {
  const read = (row: SearchRow) => {
    const value = row[column] ?? null
    return value === null ? [] : [foldCase(String(value))]
  }
  return { columns: [column], sortable, ops, read, encode: encodeText }
}

/** Texts inside a JSON column. */
export function insideField(column: string, pick: (json: never) => readonly (string | undefined)[]): Field {
  const read = (row: SearchRow) =>
    pick(readJson(row, column) as never).flatMap((text) => (text === undefined ? [] : [foldCase(text)]))
  return { columns: [column], ops, read, encode: encodeText }
}

/** A custom member that the organiser defines: text, number or flag. */
export function customField(column: string, name: string): Field {
  const encode = (value: unknown): Comparable | undefined => {
    if (typeof value === 'string') return foldCase(value)
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  }
  const read = (row: SearchRow) => {
    const json = readJson(row, column) as Record<string, unknown> | null
    const value = json !== null && Object.hasOwn(json, name) ? encode(json[name]) : undefined
    return value === undefined ? [] : [value]
  }
  return { columns: [column], ops, read, encode }
}

const parsed = new WeakMap<object, Map<string, unknown>>()

/** Parsed once per row, however many conditions use it. */
export function readJson(row: SearchRow, column: string): unknown {
  let known = parsed.get(row)
  if (known === undefined) {
    known = new Map()
    parsed.set(row, known)
  }
  if (!known.has(column)) known.set(column, JSON.parse(String(row[column] ?? 'null')))
  return known.get(column)
}
