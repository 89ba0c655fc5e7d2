import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { GuardTripRow, TwofactorTables } from '../base/tables.ts'

const { one, many, value, count, tx } = storeOf<TwofactorTables>()

export const findOrganisationQuota = value((db, organisationId: string) =>
  db.selectFrom('twofactor_organisations').select('quota').where('organisation_id', '=', organisationId),
)

const setQuota = tx.run((db, p: { organisation_id: string; quota: number }) =>
  db
    .insertInto('twofactor_organisations')
    .values({ organisation_id: p.organisation_id, quota: p.quota })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ quota: p.quota })),
)
const dropQuota = tx.run((db, p: { organisation_id: string }) =>
  db.deleteFrom('twofactor_organisations').where('organisation_id', '=', p.organisation_id),
)
const takeQuota = tx.guarded((db, p: { organisation_id: string; day: string; most: number }) =>
  db
    .insertInto('twofactor_organisation_sends')
    .values({ organisation_id: p.organisation_id, day: p.day, sends: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'day'])
        .doUpdateSet((row) => ({ sends: row('twofactor_organisation_sends.sends', '+', 1) }))
        .where('twofactor_organisation_sends.sends', '<', p.most),
    ),
)

type NewTrip = Omit<GuardTripRow, 'refused' | 'tripped_at' | 'last_at'> & { now: number; since: number }

/**
 * One row per cause: refusals are added to it while the cause lasts, and a later trip with the same cause reuses the
 * row.
 */
const putTrip = tx.value((db, p: NewTrip) =>
  db
    .insertInto('twofactor_guard_trips')
    .values({
      organisation_id: p.organisation_id,
      reason: p.reason,
      subject: p.subject,
      application_id: p.application_id,
      country: p.country,
      sends: p.sends,
      verified: p.verified,
      window_ms: p.window_ms,
      refused: 1,
      tripped_at: p.now,
      last_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'reason', 'subject']).doUpdateSet((row) => ({
        application_id: row.ref('excluded.application_id'),
        country: row.ref('excluded.country'),
        sends: row.ref('excluded.sends'),
        verified: row.ref('excluded.verified'),
        refused: row
          .case()
          .when('twofactor_guard_trips.last_at', '<', p.since)
          .then(row.ref('excluded.refused'))
          .else(row('twofactor_guard_trips.refused', '+', 1))
          .end(),
        tripped_at: row
          .case()
          .when('twofactor_guard_trips.last_at', '<', p.since)
          .then(row.ref('excluded.tripped_at'))
          .else(row.ref('twofactor_guard_trips.tripped_at'))
          .end(),
        last_at: row.ref('excluded.last_at'),
      })),
    )
    .returning('refused'),
)

/** The guard's trips, newest first. */
export const listTrips = many((db, limit: number) =>
  db.selectFrom('twofactor_guard_trips').selectAll().orderBy('last_at', 'desc').limit(limit),
)

type TripPage = { organisation_id: string; last_at: number; reason: string; subject: string; limit: number }

/** One organisation's trips after the given position, newest first. */
export const listTripsOf = many((db, p: TripPage) =>
  db
    .selectFrom('twofactor_guard_trips')
    .selectAll()
    .where('organisation_id', '=', p.organisation_id)
    .where((row) =>
      row.or([
        row('last_at', '<', p.last_at),
        row.and([row('last_at', '=', p.last_at), row('reason', '<', p.reason as GuardTripRow['reason'])]),
        row.and([
          row('last_at', '=', p.last_at),
          row('reason', '=', p.reason as GuardTripRow['reason']),
          row('subject', '<', p.subject),
        ]),
      ]),
    )
    .orderBy('last_at', 'desc')
    .orderBy('reason', 'desc')
    .orderBy('subject', 'desc')
    .limit(p.limit),
)

type TripName = Pick<GuardTripRow, 'organisation_id' | 'reason' | 'subject'>

export const findTrip = one((db, p: TripName) =>
  db
    .selectFrom('twofactor_guard_trips')
    .selectAll()
    .where('organisation_id', '=', p.organisation_id)
    .where('reason', '=', p.reason)
    .where('subject', '=', p.subject),
)

const forgetPrefix = tx.changed((db, p: { prefix: string }) =>
  db.deleteFrom('twofactor_prefixes').where('prefix', '=', p.prefix),
)
export const countSentOn = count((db, p: { organisation_id: string; day: string }) =>
  db
    .selectFrom('twofactor_organisation_sends')
    .select('sends as count')
    .where('organisation_id', '=', p.organisation_id)
    .where('day', '=', p.day),
)

/** Sets an organisation's quota; undefined removes it. */
export async function putOrganisationQuota(
  tx: Transaction,
  organisationId: string,
  quota: number | undefined,
): Promise<void> {
  if (quota === undefined) await dropQuota(tx, { organisation_id: organisationId })
  else await setQuota(tx, { organisation_id: organisationId, quota })
}

export async function takeFromOrganisationQuota(
  tx: Transaction,
  taking: { organisation_id: string; day: string; most: number },
): Promise<boolean> {
  return taking.most > 0 && (await takeQuota(tx, taking))
}

/** Returns whether this is a new trip; an earlier trip with no refusal after `since` counts as over. */
export async function storeTrip(tx: Transaction, trip: NewTrip): Promise<boolean> {
  return (await putTrip(tx, trip)) === 1
}

/** False: there were no counts for the prefix. */
export async function forgetCounts(tx: Transaction, prefix: string): Promise<boolean> {
  return (await forgetPrefix(tx, { prefix })) > 0
}
