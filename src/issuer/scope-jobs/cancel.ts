import type { Issuer } from '../base/issuer.ts'
import { announceEnd } from '../base/job-events.ts'
import { cancelOutstanding } from '../base/job-store.ts'
import { problem } from '../base/problems.ts'
import { getJob } from './current-job.ts'

/** Anyone who knows the job's ID may cancel it. Cancelling it again changes nothing. */
export async function cancelJob(issuer: Issuer, job: string): Promise<void> {
  const row = await getJob(issuer, job)
  if (row.job !== job) throw problem('unknown-job')
  const cancelled = await issuer.database.write(async (tx) => {
    if (!(await cancelOutstanding(tx, { job, now: issuer.clock.now() }))) return false
    await announceEnd(tx, issuer, row, 'cancelled')
    return true
  })
  if (cancelled) return
  const current = await issuer.jobs.reload(job)
  if (current?.status !== 'cancelled') throw problem('closed-job')
}
