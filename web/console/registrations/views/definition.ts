import type { Filter } from '../filter/draft.ts'

export type Sort = { readonly field: string; readonly direction: 'asc' | 'desc' }

/** What a table shows, and in which order. */
export type Definition = {
  readonly filter?: Filter
  readonly q?: string
  readonly sort: readonly Sort[]
  readonly columns: readonly string[]
}

export const usualColumns: readonly string[] = [
  'confirmationNumber',
  'registrant.name',
  'registrant.email',
  'status',
  'registrationType',
  'seats',
  'registeredAt',
]
export const usual: Definition = {
  sort: [{ field: 'registeredAt', direction: 'desc' }],
  columns: usualColumns,
}

const LONGEST = 8_000

/** For the address; undefined if everything has its default. */
export function encodeDefinition(definition: Definition): string | undefined {
  const { filter, q } = definition
  const short = {
    ...(filter === undefined ? {} : { f: filter }),
    ...(q === undefined || q === '' ? {} : { q }),
    ...(same(definition.sort, usual.sort) ? {} : { s: definition.sort }),
    ...(same(definition.columns, usual.columns) ? {} : { c: definition.columns }),
  }
  if (Object.keys(short).length === 0) return undefined
  const bytes = new TextEncoder().encode(JSON.stringify(short))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads an address; uses defaults if it cannot be read. */
export function decodeDefinition(text: string | undefined | null): Definition {
  if (!text || text.length > LONGEST) return usual
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const json: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))),
    )
    const { f, q, s, c } = json as { f?: unknown; q?: unknown; s?: unknown; c?: unknown }
    return readDefinition({ filter: f, q, sort: s, columns: c })
  } catch {
    return usual
  }
}

type Loose = { filter?: unknown; q?: unknown; sort?: unknown; columns?: unknown }

/** Completes a definition that others saved or sent. The server validates the filter. */
export function readDefinition({ filter, q, sort, columns }: Loose): Definition {
  const isFilter = typeof filter === 'object' && filter !== null && !Array.isArray(filter)
  const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : []
  const sorts = Array.isArray(sort)
    ? sort.filter(isSort).map(({ field, direction }) => ({ field, direction }))
    : []
  return {
    ...(isFilter ? { filter: filter as Filter } : {}),
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 200) } : {}),
    sort: sorts.length === 0 ? usual.sort : sorts.slice(0, 5),
    columns: names.length === 0 ? usual.columns : [...new Set(names)].slice(0, 60),
  }
}

function isSort(sort: unknown): sort is Sort {
  const { field, direction } = (sort ?? {}) as Partial<Sort>
  return typeof field === 'string' && (direction === 'asc' || direction === 'desc')
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
