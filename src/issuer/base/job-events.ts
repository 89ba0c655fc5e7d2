import type { Transaction } from '../../kernel/database/database.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import type { Issuer } from './issuer.ts'
import { inboxTopic, jobTopic } from './job-views.ts'
import type { JobRow, JobStatus } from './tables.ts'

/** Notifies pollers, the user's device and webhooks that a job has ended, in the transaction that ends it. */
export async function announceEnd(
  tx: Transaction,
  issuer: Issuer,
  row: Pick<JobRow, 'job' | 'kind' | 'app' | 'sub'>,
  status: Exclude<JobStatus, 'outstanding'>,
): Promise<void> {
  await recordChange(tx, jobTopic, row.job)
  if (row.sub !== null && row.kind === 'request') await recordChange(tx, inboxTopic, row.sub)
  if (row.kind === 'verification') return
  const data = { job: row.job, status, app: row.app }
  await issuer.webhooks.publish(tx, { type: `scope.${status}`, subject: row.app, data })
}
