export type Range = { readonly first: number; readonly end: number }

type Seen = {
  readonly scrollTop: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
  /** Rows above and below the visible ones that are rendered too. */
  readonly beyond: number
}

/** The visible rows and some beyond, starting at a multiple of four, so that most scroll events change nothing. */
export function rangeInSight({ scrollTop, height, rowHeight, count, beyond }: Seen): Range {
  const top = Math.max(0, Math.floor(scrollTop / rowHeight))
  const bottom = Math.max(top, Math.ceil((scrollTop + Math.max(0, height)) / rowHeight))
  const first = Math.min(Math.max(0, top - beyond), Math.max(0, count - 1))
  const aligned = first - (first % 4)
  const end = Math.min(count, Math.ceil((bottom + beyond) / 4) * 4)
  return { first: Math.min(aligned, count), end: Math.max(end, Math.min(aligned, count)) }
}

/** The numbers of the pages that contain a range of rows. */
export function pagesOf({ first, end }: Range, pageSize: number): number[] {
  if (end <= first) return []
  const from = Math.floor(first / pageSize)
  const to = Math.floor((end - 1) / pageSize)
  return Array.from({ length: to - from + 1 }, (_none, at) => from + at)
}

/** The scroll position that makes a row fully visible; undefined if it is. `head` covers the top. */
export function scrollTopFor(
  index: number,
  {
    scrollTop,
    height,
    rowHeight,
    head,
  }: { scrollTop: number; height: number; rowHeight: number; head: number },
): number | undefined {
  const top = index * rowHeight
  if (top < scrollTop) return top
  const bottom = top + rowHeight
  const seen = scrollTop + height - head
  return bottom > seen ? bottom - height + head : undefined
}

const steps: Readonly<Record<string, (at: number, page: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_at, _page, count) => count - 1,
}

/** The row that a key moves to; undefined for keys that the table does not use. */
export function rowAfterKey(
  key: string,
  at: number,
  { page, count }: { page: number; count: number },
): number | undefined {
  const next = steps[key]?.(at, page, count)
  return next === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, next))
}
