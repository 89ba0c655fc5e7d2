import { jobRows, signingKeyRows } from './job-rows.ts'
import { applicationRows, keyRows } from './key-rows.ts'

/** The issuer operations of the console API. */
export const operations = { ...keyRows, ...jobRows, ...signingKeyRows, ...applicationRows } as const
