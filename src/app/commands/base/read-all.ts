/** Reads a list page by page until it ends. */
export async function readAll<T extends { id: string }>(
  readPage: (from: { after?: string }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const page = await readPage(after === undefined ? {} : { after })
    if (page.length === 0) return all
    all.push(...page)
  }
}
