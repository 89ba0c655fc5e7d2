/** The comparison operators of a condition. */
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

/** Limits of one filter. */
export const MOST_DEPTH = 5
export const MOST_CONDITIONS = 50
export const MOST_VALUES = 500
