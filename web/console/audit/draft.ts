/** The filter as typed; times are in the browser's time zone. */
export type TrailDraft = {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly from?: string
  readonly until?: string
}

export const draftFields = ['actor', 'action', 'subject'] as const

/** The filter for the server: empty members are left out, times have their zone. */
export function queryOf(draft: TrailDraft): TrailDraft {
  const texts = draftFields.map((name) => [name, draft[name]?.trim() ?? ''])
  const times = (['from', 'until'] as const).map((name) => [name, timeOf(draft[name])])
  return Object.fromEntries([...texts, ...times].filter(([, value]) => value !== ''))
}

function timeOf(local: string | undefined): string {
  const time = local === undefined ? Number.NaN : Date.parse(local)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
