import type { Filter, ListQuery } from './list-store.ts'

/** An index that a list can follow: equal values of its first columns are in the order of the others. */
type Index = {
  readonly columns: readonly string[]
  /** The index has only the rows that this filter finds. */
  readonly only?: Filter['op']
}

const ranges: ReadonlySet<Filter['op']> = new Set(['>=', '<=', '<', '>'] as const)
const byChange = [{ columns: ['organisation_id', 'change', 'id'] }] as const
const byTime = [{ columns: ['organisation_id', 'updated_at', 'change'] }] as const

/** @internal The indexes of the tables that lists are read from; a test compares them with the database. */
export const listIndexes: Readonly<Partial<Record<ListQuery['table'], readonly Index[]>>> = {
  events_events: [{ columns: ['organisation_id', 'id'] }, ...byChange, ...byTime],
  events_sessions: [
    { columns: ['event_id', 'starts_at', 'id'] },
    { columns: ['organisation_id', 'starts_at', 'id'] },
    ...byChange,
    ...byTime,
  ],
  events_registrations: [
    { columns: ['event_id', 'id'] },
    { columns: ['event_id', 'status', 'id'] },
    { columns: ['event_id', 'email_key', 'id'] },
    { columns: ['organisation_id', 'id'] },
    ...byChange,
    ...byTime,
  ],
  events_attendees: [
    { columns: ['event_id', 'id'] },
    { columns: ['event_id', 'status', 'id'] },
    { columns: ['event_id', 'id'], only: 'checked-in' },
    { columns: ['event_id', 'id'], only: 'revoked' },
    { columns: ['event_id', 'email_key', 'id'] },
    { columns: ['organisation_id', 'email_key', 'id'] },
    { columns: ['organisation_id', 'id'] },
    ...byChange,
    ...byTime,
  ],
  events_enrolments: [{ columns: ['session_id', 'attendee_id'] }],
  events_contact_lists: [{ columns: ['organisation_id', 'id'] }, ...byChange],
  events_contacts: [
    { columns: ['list_id', 'id'] },
    { columns: ['list_id', 'change', 'id'] },
    { columns: ['list_id', 'updated_at', 'change'] },
  ],
}

/** `led` are the filters that an index answers; the others are checked row by row. */
export function splitFilters({ table, filters, order }: Pick<ListQuery, 'table' | 'filters' | 'order'>): {
  led: Filter[]
  rest: Filter[]
} {
  const equal = new Set(filters.flatMap((filter) => (filter.op === '=' ? [filter.column] : [])))
  if (equal.has('id')) return { led: [...filters], rest: [] }
  let best: { index: Index; width: number } | undefined
  for (const index of listIndexes[table] ?? []) {
    const width = widthOf(index, { filters, order, equal })
    if (width > (best?.width ?? 0)) best = { index, width }
  }
  if (best === undefined) return { led: [...filters], rest: [] }
  const { columns, only } = best.index
  const lead = new Set(columns.slice(0, columns.length - order.length))
  const isLed = (filter: Filter) =>
    filter.op === only || (filter.op === '=' && lead.has(filter.column)) || isRange(filter, order[0])
  return { led: filters.filter(isLed), rest: filters.filter((filter) => !isLed(filter)) }
}

type Wanted = Pick<ListQuery, 'filters' | 'order'> & { equal: ReadonlySet<string> }

/** How many filters the index answers; 0 if the list cannot follow it. */
function widthOf({ columns, only }: Index, { filters, order, equal }: Wanted): number {
  const lead = columns.slice(0, columns.length - order.length)
  const follows = order.every((column, at) => columns[lead.length + at] === column)
  if (!follows || lead.length === 0 || !lead.every((column) => equal.has(column))) return 0
  if (only === undefined) return lead.length
  return filters.some(({ op }) => op === only) ? lead.length + 1 : 0
}

/** Whether it limits the column to a range. */
function isRange(filter: Filter, column: string | undefined): boolean {
  return 'column' in filter && filter.column === column && ranges.has(filter.op)
}
