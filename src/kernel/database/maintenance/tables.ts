import type { Secret } from '../../base/secret.ts'

/** The location of a database of either engine. */
export type DatabaseAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: Secret }

/** The only types that columns have on both engines. */
export type Value = string | number | null

export type Table = {
  readonly name: string
  /** The table's columns, without generated ones. */
  readonly columns: readonly string[]
  /** The last number that the engine assigned; null if it has assigned none. */
  readonly counter: number | null
}

export function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value)
}

/** Throws if a value cannot be moved to another engine unchanged. */
export function toValue(value: unknown): Value {
  if (!isValue(value)) throw new TypeError('a column holds what is neither a text nor a whole number')
  return value
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteNames(names: readonly string[]): string {
  return names.map(quoteName).join(', ')
}
