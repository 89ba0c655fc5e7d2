import { approvalRows } from './approval-rows.ts'
import { benchRows } from './bench-rows.ts'
import { guardRows, statisticsRows } from './guard-rows.ts'
import { sendRows, userRows } from './user-rows.ts'

/** The two-factor operations of the console API. */
export const operations = {
  ...userRows,
  ...sendRows,
  ...approvalRows,
  ...guardRows,
  ...statisticsRows,
  ...benchRows,
} as const
