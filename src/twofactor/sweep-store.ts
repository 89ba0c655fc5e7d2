import { sql } from 'kysely'
import type { Writer } from '../kernel/database/database.ts'
import { createSweep } from '../kernel/database/sweep.ts'
import { deleteOldTrips } from './guard/guard-store.ts'

const sweeps = [
  createSweep('twofactor_codes', { key: ['user_id', 'action'], by: 'expires_at' }),
  createSweep('twofactor_verifications', { key: ['application_id', 'phone_digest'], by: 'expires_at' }),
  createSweep('twofactor_enrolments', { key: ['digest'], by: 'expires_at' }),
  createSweep('twofactor_spent_tokens', { key: ['fingerprint', 'jti'], by: 'expires_at' }),
]
const sweepPrefixes = createSweep('twofactor_prefixes', { key: ['prefix', 'second'], by: 'second' })
const sweepQuotas = createSweep('twofactor_quotas', { key: ['application_id', 'day'], by: 'day' })
const sweepApprovals = createSweep('twofactor_approvals', {
  key: ['uuid'],
  by: 'updated_at',
  only: sql`status != 'pending'`,
})

const DAY_MS = 24 * 3_600_000
const TRIPS_KEPT_MS = 90 * DAY_MS
const APPROVALS_KEPT_MS = 30 * DAY_MS

/**
 * Deletes what ended more than a day ago and can no longer affect a response. Approvals can be looked up for a month.
 */
export async function deleteEnded(db: Writer, now: number): Promise<void> {
  const before = now - DAY_MS
  for (const sweep of sweeps) await sweep(db, before)
  await sweepPrefixes(db, Math.floor(before / 1000))
  const day = new Date(before).toISOString().slice(0, 10)
  await sweepQuotas(db, day)
  await deleteOldTrips(db, { before: before - TRIPS_KEPT_MS, day })
  await sweepApprovals(db, now - APPROVALS_KEPT_MS)
}
