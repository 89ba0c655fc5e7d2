/** The selected rows: some by id, or everything that the search finds. */
export type Selection = { readonly all: boolean; readonly ids: ReadonlySet<string> }

export const nothing: Selection = { all: false, ids: new Set() }
export const everything: Selection = { all: true, ids: new Set() }

/** The maximum number of ids that the server accepts; for more, the search itself is sent. */
const MOST_CHOSEN = 5_000

export function isChosen({ all, ids }: Selection, id: string | undefined): boolean {
  return all || (id !== undefined && ids.has(id))
}

export function isEmpty({ all, ids }: Selection): boolean {
  return !all && ids.size === 0
}

/** With everything selected, deselecting one row cannot list the others, so the selection restarts with that row. */
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
