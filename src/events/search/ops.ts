/** What a condition compares by. */
export const ops = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'in',
  'nin',
  'contains',
  'startsWith',
  'isNull',
  'isNotNull',
] as const
export type Op = (typeof ops)[number]

/** Of one filter. */
export const MOST_DEPTH = 5
export const MOST_CONDITIONS = 50
export const MOST_VALUES = 500
