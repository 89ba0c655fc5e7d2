/** The rows that are chosen: some by their ids, or everything that the search finds. */
export type Selection = { readonly all: boolean; readonly ids: ReadonlySet<string> }

export const nothing: Selection = { all: false, ids: new Set() }
export const everything: Selection = { all: true, ids: new Set() }

/** What the server takes by name; for more there is the search itself. */
const MOST_CHOSEN = 5_000

export function isChosen({ all, ids }: Selection, id: string | undefined): boolean {
  return all || (id !== undefined && ids.has(id))
}

export function isEmpty({ all, ids }: Selection): boolean {
  return !all && ids.size === 0
}

/** Of everything, one that is taken away leaves the others of no name: it starts anew with that one. */
export function toggle(selection: Selection, id: string): Selection {
  if (selection.all) return { all: false, ids: new Set([id]) }
  const ids = new Set(selection.ids)
  if (!ids.delete(id) && ids.size < MOST_CHOSEN) ids.add(id)
  return { all: false, ids }
}

export function addAll(selection: Selection, more: readonly string[]): Selection {
  const ids = new Set(selection.all ? [] : selection.ids)
  for (const id of more) if (ids.size < MOST_CHOSEN) ids.add(id)
  return { all: false, ids }
}
