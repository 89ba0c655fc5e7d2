/** The list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const item = list.slice(from, from + 1)
  return [...rest.slice(0, to), ...item, ...rest.slice(to)]
}

/** The position for an item dragged to `y`: before the first item whose middle is further down. */
export function placeAt(y: number, boxes: readonly { top: number; height: number }[]): number {
  const at = boxes.findIndex(({ top, height }) => y < top + height / 2)
  return at === -1 ? boxes.length : at
}
