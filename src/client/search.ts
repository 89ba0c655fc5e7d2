import { MOST_CONDITIONS, MOST_DEPTH, type Op, ops } from '../events/search/fields/ops.ts'

/** The comparison operators of the structured search. */
export type SearchOp = Op
export const searchOps = ops

/** The limits that the service sets on a filter. */
export const searchLimits = { depth: MOST_DEPTH, conditions: MOST_CONDITIONS }
