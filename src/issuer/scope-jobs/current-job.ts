import type { Issuer } from '../base/issuer.ts'
import { announceEnd } from '../base/job-events.ts'
import { endOverdue, KEPT_AFTER_END_MS } from '../base/job-store.ts'
import { statusAt } from '../base/job-views.ts'
import { problem } from '../base/problems.ts'
import type { JobRow } from '../base/tables.ts'

/**
 * Finds a job by its ID or ticket. A status other than outstanding is final: no later read returns a different one.
 */
export async function getJob(issuer: Issuer, identifier: string): Promise<JobRow> {
  const found = await issuer.jobs.find(identifier)
  const now = issuer.clock.now()
  const row = found !== undefined && isOverdue(found, now) ? await settleOverdue(issuer, found) : found
  if (row === undefined || isForgotten(row, now)) throw problem('unknown-job')
  return row
}

function isOverdue(row: JobRow, now: number): boolean {
  return row.status === 'outstanding' && statusAt(row, now) === 'timed_out'
}

function isForgotten({ ended_at }: JobRow, now: number): boolean {
  return ended_at !== null && ended_at + KEPT_AFTER_END_MS < now
}

/**
 * Stores the time-out before reporting it, so that an answer sent in time but not yet committed either wins or fails.
 */
async function settleOverdue(issuer: Issuer, { job }: JobRow): Promise<JobRow | undefined> {
  await issuer.database.write(async (tx) => {
    const row = await endOverdue(tx, { job, now: issuer.clock.now() })
    if (row !== undefined) await announceEnd(tx, issuer, row, 'timed_out')
  })
  return issuer.jobs.reload(job)
}
