import { createHmac } from 'node:crypto'

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/**
 * The body as a sorted query with bracketed names. Members are sorted at each level; a list keeps its order and is
 * sorted as one unit.
 */
export function toSortedQuery(body: { readonly [name: string]: Value }): string {
  return pairsOf(body, undefined).sort(compare).join('&')
}

function pairsOf(value: { readonly [name: string]: Value }, parent: string | undefined): string[] {
  return Object.entries(value)
    .map(([name, member]) => unitOf(member, parent === undefined ? name : `${parent}[${name}]`))
    .filter((unit) => unit !== '')
}

function unitOf(value: Value, name: string): string {
  if (Array.isArray(value))
    return (value as readonly Value[])
      .map((element) => unitOf(element, `${name}[]`))
      .filter((unit) => unit !== '')
      .join('&')
  if (typeof value === 'object' && value !== null)
    return pairsOf(value as { [member: string]: Value }, name)
      .sort(compare)
      .join('&')
  return `${encode(name)}=${value === null ? '' : encode(String(value))}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Leaves the unreserved characters of RFC 3986 §2.3 unchanged, and encodes a space as a plus sign. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

export function signCallback(
  key: string,
  { nonce, method, url, query }: { nonce: string; method: string; url: string; query: string },
): string {
  return createHmac('sha256', key).update(`${nonce}|${method}|${url}|${query}`).digest('base64')
}
