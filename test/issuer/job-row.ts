import { insertJob } from '../../src/issuer/base/job-store.ts'
import type { JobRow } from '../../src/issuer/base/tables.ts'
import type { Database } from '../../src/kernel/database/database.ts'

let rows = 0

/** A job of an application for whoever takes it up, as the operation makes it. */
export function newJobRow(
  members: Pick<JobRow, 'app' | 'created_at' | 'expires_at'> & Partial<JobRow>,
): JobRow {
  const name = `${process.pid}x${++rows}`.padStart(19, '0')
  return {
    job: `j${name}`,
    ticket: `t${name}`,
    kind: 'request',
    sub: null,
    scope: 'name',
    message: null,
    nonce: null,
    callback: null,
    number: '42',
    test: 0,
    status: 'outstanding',
    failures: 0,
    address: null,
    code_digest: null,
    answered_by: null,
    token: null,
    ended_at: null,
    ...members,
  }
}

/** Puts jobs into storage without a request each, and with any time to live. */
export function insertJobs(database: Database, jobs: readonly JobRow[]): Promise<void> {
  return database.write(async (tx) => {
    for (const job of jobs) await insertJob(tx, job)
  })
}
