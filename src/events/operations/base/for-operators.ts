type Row = { readonly problems: readonly string[] }

type ForOperators<T extends Readonly<Record<string, Row>>> = {
  readonly [K in keyof T]: T[K] & { tag: string; auth: 'operator' }
}

/** Operations for one part of the console; all require a signed-in operator. */
export function forOperators<T extends Readonly<Record<string, Row>>>(rows: T, tag: string): ForOperators<T> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, tag, auth: 'operator' }])
  return Object.fromEntries(entries) as ForOperators<T>
}
