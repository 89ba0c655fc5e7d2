type Row = { readonly problems: readonly string[] }
/** Problems that every operation with an API key may return, besides its own. */
const ofKeys = ['key-in-query'] as const

type Tagged<T extends Readonly<Record<string, Row>>> = {
  readonly [K in keyof T]: Omit<T[K], 'problems'> & {
    tag: string
    auth: 'api-key'
    problems: readonly (T[K]['problems'][number] | (typeof ofKeys)[number])[]
  }
}

/** Operations for one part of an API; all require an API key. */
export function tagRows<T extends Readonly<Record<string, Row>>>(rows: T, tag: string): Tagged<T> {
  const entries = Object.entries(rows).map(([name, row]) => [
    name,
    { ...row, tag, auth: 'api-key', problems: [...row.problems, ...ofKeys] },
  ])
  return Object.fromEntries(entries) as Tagged<T>
}
