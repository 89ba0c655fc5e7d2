import { createCache } from './cache.ts'

/** Content codings in order of preference. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Browsers send few different headers, so what they accept is kept. */
const accepted = createCache<ReadonlySet<string>>({ max: 500 })

/** RFC 9110 §12.5.3 without weights: codings refused with q=0 are not sent. Undefined sends the bytes as they are. */
export function chooseCoding(accept = '', possible: readonly Coding[] = codings): Coding | undefined {
  let taken = accepted.get(accept)
  if (taken === undefined) {
    taken = parseAccept(accept)
    if (accept.length < MOST_LETTERS) accepted.set(accept, taken)
  }
  for (const coding of possible) if (taken.has(coding)) return coding
  return undefined
}

const MOST_LETTERS = 200

function parseAccept(accept: string): ReadonlySet<string> {
  const parts = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight]) => weight === undefined || Number(/^q=([\d.]+)$/.exec(weight)?.[1]) > 0)
  return new Set(parts.map(([name = '']) => name))
}

/** Each coding of the same content has its own tag (RFC 9110 §8.8.3.3). */
export function codedEtag(digest: string, coding: Coding | undefined): string {
  return `"${digest}${coding === undefined ? '' : `-${coding}`}"`
}
