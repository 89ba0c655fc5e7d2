import type { JobHandler } from '../platform/jobs/handler.ts'
import type { Issuer } from './base/issuer.ts'
import { announceEnd } from './base/job-events.ts'
import { deleteEndedJobs, endTimedOut } from './base/job-store.ts'
import { deleteCooldowns } from './keys/relation-store.ts'
import { deleteSpentTokens } from './keys/token-store.ts'
import { KEPT_AFTER_END_MS } from './scope-jobs/current-job.ts'
import { lostDeviceKind, sendRevocationCode } from './verification/lost-device.ts'
import { deleteLostDevices } from './verification/lost-device-store.ts'

const PAGE = 500
const COOLDOWNS_KEPT_MS = 30 * 24 * 3_600_000
/**
 * Used tokens are remembered for an hour. A token is too old to be accepted long before that, even if a clock was
 * reset.
 */
const SPENT_KEPT_MS = 3_600_000

/** The issuer's background work. */
export function issuerJobHandlers(issuer: Issuer): Record<string, JobHandler> {
  return { [lostDeviceKind]: { run: (payload) => sendRevocationCode(issuer, payload) } }
}

/** Deletes expired records. No response depends on this having run. */
export async function sweepIssuer(issuer: Issuer): Promise<void> {
  const now = issuer.clock.now()
  for (;;) {
    const ended = await issuer.database.write(async (tx) => {
      const rows = await endTimedOut(tx, now, PAGE)
      for (const row of rows) await announceEnd(tx, issuer, row, 'timed_out')
      return rows.length
    })
    if (ended < PAGE) break
  }
  await deleteEndedJobs(issuer.database, now - KEPT_AFTER_END_MS)
  await deleteSpentTokens(issuer.database, now - SPENT_KEPT_MS)
  await deleteLostDevices(issuer.database, now)
  await deleteCooldowns(issuer.database, now - COOLDOWNS_KEPT_MS)
}
