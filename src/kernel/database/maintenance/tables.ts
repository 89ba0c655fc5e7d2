import type { Secret } from '../../base/secret.ts'

/** Where a database is, whichever engine runs it. */
export type DatabaseAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: Secret }

/** Columns hold nothing else on either engine. */
export type Value = string | number | null

export type Table = {
  readonly name: string
  /** Without generated ones. */
  readonly columns: readonly string[]
  /** The last number that the engine counted up to; null where it counted none. */
  readonly counter: number | null
}

export function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value)
}

/** Throws where a value cannot be moved to another engine unchanged. */
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
