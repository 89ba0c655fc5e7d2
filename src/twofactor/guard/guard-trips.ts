import type { Context } from '../../kernel/context.ts'
import type { Problem } from '../../kernel/contract/problem.ts'
import { localActor, recordAudit } from '../../platform/audit/entries.ts'
import type { GuardTripRow } from '../base/tables.ts'
import { findTrip, forgetCounts, listTrips, putOrganisationQuota, storeTrip } from './guard-store.ts'

export type GuardTrip = Omit<GuardTripRow, 'refused' | 'tripped_at' | 'last_at'>

const MOST_LISTED = 200

/** A refusal that operators should see. Throwing it rolls back what the transaction had counted. */
export class GuardTripped extends Error {
  override readonly name = 'GuardTripped'
  readonly trip: GuardTrip
  readonly refusal: Problem

  constructor(trip: GuardTrip, refusal: Problem) {
    super(`the guard tripped: ${trip.reason}`)
    this.trip = trip
    this.refusal = refusal
  }
}

/**
 * Wraps the transaction of a send: if the guard refuses, stores the reason in a transaction of its own and then
 * refuses.
 */
export async function watchGuard<T>(context: Context, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof GuardTripped)) throw error
    await recordTrip(context, error.trip)
    throw error.refusal
  }
}

async function recordTrip(context: Context, trip: GuardTrip): Promise<void> {
  const now = context.clock.now()
  const { reason, application_id, subject, country, sends, verified } = trip
  // A quota resets at midnight; a range stays blocked for as long as its window reaches back.
  const since = reason === 'pumping' ? now - trip.window_ms : now - (now % trip.window_ms)
  await context.database.write(async (tx) => {
    if (!(await storeTrip(tx, { ...trip, now, since }))) return
    await recordAudit(tx, context, {
      actor: `application:${application_id}`,
      action: 'twofactor-guard.trip',
      subject: `organisation:${trip.organisation_id}`,
      detail: { reason, subject, country, sends, verified },
    })
  })
}

/** The guard's recent refusals with their reasons, newest first. */
export function listGuardTrips({ database }: Context): Promise<GuardTripRow[]> {
  return listTrips(database, MOST_LISTED)
}

/** Unblocks a range that was blocked for pumping, and resets its counts. Undefined if there is no such trip. */
export function releaseRange(
  context: Context,
  { organisationId, block }: { organisationId: string; block: string },
  actor: string,
): Promise<GuardTripRow | undefined> {
  return context.database.write(async (tx) => {
    const trip = await findTrip(tx, { organisation_id: organisationId, reason: 'pumping', subject: block })
    if (trip === undefined || !(await forgetCounts(tx, `${organisationId} ${block}`))) return trip
    await recordAudit(tx, context, {
      actor,
      action: 'twofactor-guard.release',
      subject: `organisation:${organisationId}`,
      detail: { range: block },
    })
    return trip
  })
}

/**
 * Sets how many messages and calls an organisation may send per day, over all its applications; undefined for no
 * limit.
 */
export function setOrganisationQuota(
  context: Context,
  { organisationId, quota }: { organisationId: string; quota: number | undefined },
  actor: string = localActor,
): Promise<void> {
  return context.database.write(async (tx) => {
    await putOrganisationQuota(tx, organisationId, quota)
    await recordAudit(tx, context, {
      actor,
      action: 'organisation.quota',
      subject: `organisation:${organisationId}`,
      detail: { quota: quota ?? null },
    })
  })
}
