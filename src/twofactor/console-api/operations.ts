import { approvalRows } from './approval-rows.ts'
import { benchRows } from './bench-rows.ts'
import { guardRows, statisticsRows } from './guard-rows.ts'
import { sendRows, userRows } from './user-rows.ts'

/** What operators see of the two-factor service, under the console's own address. */
export const operations = {
  ...userRows,
  ...sendRows,
  ...approvalRows,
  ...guardRows,
  ...statisticsRows,
  ...benchRows,
} as const
