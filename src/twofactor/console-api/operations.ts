import { approvalRows } from './approval-rows.ts'
import { guardRows, statisticsRows } from './guard-rows.ts'
import { tryOutRows } from './try-out-rows.ts'
import { sendRows, userRows } from './user-rows.ts'

/** The two-factor operations of the console API. */
export const operations = {
  ...userRows,
  ...sendRows,
  ...approvalRows,
  ...guardRows,
  ...statisticsRows,
  ...tryOutRows,
} as const
