import { keyOf } from '../form/answer-index.ts'
import type { Leaf } from './filter.ts'

type Bound = string | number

/** A query that an index can answer; both ends are included. It may match more than the original condition. */
export type Condition =
  | { readonly in: readonly Bound[] }
  | { readonly from: Bound | undefined; readonly to: Bound | undefined }

/** Sorts after every text that starts with the preceding prefix. */
const LAST = '\u{10ffff}'

/** Undefined if no index helps: for conditions on missing values and on parts of texts. */
export function conditionOf({ field, op, values }: Leaf): Condition | undefined {
  const cut = field.stored?.in === 'answers' ? keyOf : (text: string) => text
  const [first, second] = values.map((value) => bound(value, cut))
  switch (op) {
    case 'eq':
    case 'in':
      return { in: [...new Set(values.map((value) => bound(value, cut)))] }
    case 'between':
      return { from: first, to: second }
    case 'gt':
    case 'gte':
      return { from: first, to: undefined }
    case 'lt':
    case 'lte':
      return { from: undefined, to: first }
    case 'startsWith':
      return { from: first, to: `${first}${LAST}` }
    default:
      return undefined
  }
}

function bound(value: string | number | boolean, cut: (text: string) => string): Bound {
  return typeof value === 'string' ? cut(value) : Number(value)
}
