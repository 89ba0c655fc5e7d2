/**
 * Reads slice by slice, until one has fewer rows than the limit. `read` gets the last row of the slice before; an empty
 * slice is left out.
 */
export async function* slicesOf<R>(
  limit: number,
  read: (last: R | undefined) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let last: R | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}
