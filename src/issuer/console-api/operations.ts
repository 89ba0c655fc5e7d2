import { jobRows, signingKeyRows } from './job-rows.ts'
import { applicationRows, keyRows } from './key-rows.ts'

/** What operators see of the issuer, under the console's own address. */
export const operations = { ...keyRows, ...jobRows, ...signingKeyRows, ...applicationRows } as const
