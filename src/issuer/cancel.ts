import { recordChange } from '../platform/changes/changes.ts'
import type { Issuer } from './issuer.ts'
import { cancelOutstanding, findJob } from './job-store.ts'
import { inboxTopic, jobTopic } from './job-views.ts'
import { problem } from './problems.ts'

/** Whoever holds the job may take it back, and again to the same effect. */
export async function cancelJob(issuer: Issuer, job: string): Promise<void> {
  const row = await issuer.jobs.find(job)
  if (row === undefined) throw problem('unknown-job')
  const cancelled = await issuer.database.write(async (tx) => {
    if (!(await cancelOutstanding(tx, { job, now: issuer.clock.now() }))) return false
    await recordChange(tx, jobTopic, job)
    if (row.sub !== null) await recordChange(tx, inboxTopic, row.sub)
    return true
  })
  if (cancelled) return
  const current = await findJob(issuer.database, job)
  if (current?.status !== 'cancelled') throw problem('closed-job')
}
