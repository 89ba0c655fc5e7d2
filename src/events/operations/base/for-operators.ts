type Row = { readonly problems: readonly string[] }

type ForOperators<T extends Readonly<Record<string, Row>>> = {
  readonly [K in keyof T]: T[K] & { tag: string; auth: 'operator' }
}

/** Rows of one part of the console, all of them for operators who have signed in. */
export function forOperators<T extends Readonly<Record<string, Row>>>(rows: T, tag: string): ForOperators<T> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, tag, auth: 'operator' }])
  return Object.fromEntries(entries) as ForOperators<T>
}
