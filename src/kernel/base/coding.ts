/** Content codings in order of preference. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** RFC 9110 §12.5.3 without weights: codings refused with q=0 are not sent. Undefined sends the bytes as they are. */
export function chooseCoding(accept = '', possible: readonly Coding[] = codings): Coding | undefined {
  const taken = new Set(
    accept
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || Number(/^q=([\d.]+)$/.exec(weight)?.[1]) > 0)
      .map(([name]) => name),
  )
  return possible.find((coding) => taken.has(coding))
}

/** Each coding of the same content has its own tag (RFC 9110 §8.8.3.3). */
export function codedEtag(digest: string, coding: Coding | undefined): string {
  return `"${digest}${coding === undefined ? '' : `-${coding}`}"`
}
