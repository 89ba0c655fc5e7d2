import { sql } from 'kysely'
import type { Writer } from '../kernel/database/database.ts'
import { createSweep } from '../kernel/database/sweep.ts'

const DAY_MS = 24 * 3_600_000
const ended = { by: 'expires_at', keptMs: DAY_MS }
const ofDay = { by: 'day', keptMs: DAY_MS, format: dayOf }

const sweeps = [
  createSweep('twofactor_codes', { key: ['user_id', 'action'], ...ended }),
  createSweep('twofactor_verifications', { key: ['application_id', 'phone_digest'], ...ended }),
  createSweep('twofactor_enrolments', { key: ['digest'], ...ended }),
  createSweep('twofactor_spent_tokens', { key: ['fingerprint', 'jti'], ...ended }),
  createSweep('twofactor_prefixes', {
    key: ['prefix', 'second'],
    by: 'second',
    keptMs: DAY_MS,
    format: (epochMs) => Math.floor(epochMs / 1000),
  }),
  createSweep('twofactor_quotas', { key: ['application_id', 'day'], ...ofDay }),
  createSweep('twofactor_organisation_sends', { key: ['organisation_id', 'day'], ...ofDay }),
  createSweep('twofactor_guard_trips', {
    key: ['organisation_id', 'reason', 'subject'],
    by: 'last_at',
    keptMs: 91 * DAY_MS,
  }),
  createSweep('twofactor_approvals', {
    key: ['uuid'],
    by: 'updated_at',
    only: sql`status != 'pending'`,
    keptMs: 30 * DAY_MS,
  }),
]

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/**
 * Deletes what ended more than a day ago and can no longer affect a response. Approvals can be looked up for a month.
 */
export async function deleteEnded(db: Writer, now: number): Promise<void> {
  for (const sweep of sweeps) await sweep(db, now)
}
