import { MOST_CONDITIONS, MOST_DEPTH, type Op, ops } from '../events/search/ops.ts'

/** What a condition of the structured search compares by. */
export type SearchOp = Op
export const searchOps = ops

/** The service's own limits of a filter. */
export const searchLimits = { depth: MOST_DEPTH, conditions: MOST_CONDITIONS }
