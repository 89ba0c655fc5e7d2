import type { Writer } from '../kernel/database/database.ts'
import { statementsOf } from '../kernel/database/statement.ts'
import { deleteOldTrips } from './guard-store.ts'
import type { TwofactorTables } from './tables.ts'

const statement = statementsOf<TwofactorTables>()
type Before = { before: number }

const sweeps = [
  statement((db, p: Before) => db.deleteFrom('twofactor_codes').where('expires_at', '<', p.before)),
  statement((db, p: Before) => db.deleteFrom('twofactor_verifications').where('expires_at', '<', p.before)),
  statement((db, p: Before) => db.deleteFrom('twofactor_enrolments').where('expires_at', '<', p.before)),
  statement((db, p: Before) => db.deleteFrom('twofactor_spent_tokens').where('expires_at', '<', p.before)),
]
const prefixes = statement((db, p: { second: number }) =>
  db.deleteFrom('twofactor_prefixes').where('second', '<', p.second),
)
const quotas = statement((db, p: { day: string }) =>
  db.deleteFrom('twofactor_quotas').where('day', '<', p.day),
)

const TRIPS_KEPT_MS = 90 * 24 * 3_600_000

/** What ended before that time, and can change no answer any more. */
export async function deleteEnded(db: Writer, before: number): Promise<void> {
  for (const sweep of sweeps) await db.run(sweep, { before })
  await db.run(prefixes, { second: Math.floor(before / 1000) })
  const day = new Date(before).toISOString().slice(0, 10)
  await db.run(quotas, { day })
  await deleteOldTrips(db, { before: before - TRIPS_KEPT_MS, day })
}
