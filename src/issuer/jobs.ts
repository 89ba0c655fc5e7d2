import { letOthersRun } from '../kernel/async/let-others-run.ts'
import type { JobHandler } from '../platform/jobs/handler.ts'
import type { Issuer } from './base/issuer.ts'
import { announceEnd } from './base/job-events.ts'
import { endTimedOut, sweepEndedJobs } from './base/job-store.ts'
import { sweepCooldowns } from './keys/relation-store.ts'
import { sweepSpentTokens } from './keys/token-store.ts'
import { lostDeviceKind, sendRevocationCode } from './verification/lost-device.ts'
import { deleteLostDevices } from './verification/lost-device-store.ts'

const PAGE = 500

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
    await letOthersRun()
  }
  await sweepEndedJobs(issuer.database, now)
  await sweepSpentTokens(issuer.database, now)
  await deleteLostDevices(issuer.database, now)
  await sweepCooldowns(issuer.database, now)
}
