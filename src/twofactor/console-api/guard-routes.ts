import type { Handlers, Principal } from '../../kernel/contract/operation.ts'
import type { PageQuery } from '../../kernel/contract/page.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { findOwnApplication } from '../../platform/accounts/application-store.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import type { GuardTripRow } from '../base/tables.ts'
import type { ApplicationSettings, Twofactor } from '../base/twofactor.ts'
import { isShut } from '../guard/guard.ts'
import { countSentOn, findOrganisationQuota, listTripsOf } from '../guard/guard-store.ts'
import { releaseRange, setOrganisationQuota } from '../guard/guard-trips.ts'
import { readStats } from '../statistics/stats.ts'
import { getOwn, type TwofactorConsole } from './console.ts'
import type { guardRows, statisticsRows } from './guard-rows.ts'

const DAY_MS = 86_400_000

export function guardRoutes(console: TwofactorConsole): Handlers<typeof guardRows> {
  const { service, serverSenders } = console
  return {
    listGuardTrips: ({ query, principal }) => listPage(service, principal.organisationId, query),
    listServerTrips: ({ params, query }) => listPage(service, serverSenders[params.sender], query),
    releaseRange: ({ params, principal }) =>
      release(service, { organisationId: principal.organisationId, tripId: params.tripId }, principal),
    releaseServerRange: ({ params, principal }) =>
      release(service, { organisationId: serverSenders[params.sender], tripId: params.tripId }, principal),
    async getQuota({ principal: { organisationId } }) {
      return { status: 200, body: await quotaOf(service, organisationId) }
    },
    async setQuota({ body, principal }) {
      const { organisationId } = principal
      const quota = body.quota ?? undefined
      await setOrganisationQuota(service, { organisationId, quota }, actorOf(principal))
      return { status: 200, body: await quotaOf(service, organisationId) }
    },
  }
}

export function statisticsRoutes(console: TwofactorConsole): Handlers<typeof statisticsRows> {
  const { service } = console
  return {
    async getStatistics({ params, principal }) {
      const { id, name, serial, settings } = await getOwn(console, principal, params.applicationId)
      const { organisationId } = principal
      const app = { id, name, serial, organisationId, settings: settings as ApplicationSettings }
      const { totalUsers, stats } = await readStats(service, app)
      const now = new Date(service.clock.now())
      const months = stats.map((row, back) => ({
        month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
          .toISOString()
          .slice(0, 7),
        sms: row.sms_count,
        calls: row.calls_count,
        newUsers: row.users_count,
        verifications: row.auths_count,
        requests: row.api_calls_count,
      }))
      return { status: 200, body: { users: totalUsers, months } }
    },
  }
}

async function listPage(service: Twofactor, organisationId: string, query: PageQuery) {
  const { vault, database } = service
  const { rows, nextCursor } = await readPage(query, {
    vault,
    list: `twofactor.trips ${organisationId}`,
    read: ([last_at = Number.MAX_SAFE_INTEGER, reason = '', subject = ''], limit) =>
      listTripsOf(database, {
        organisation_id: organisationId,
        last_at: Number(last_at),
        reason: String(reason),
        subject: String(subject),
        limit,
      }),
    positionOf: (row) => [row.last_at, row.reason, row.subject],
  })
  const data = await Promise.all(rows.map((row) => describe(service, row)))
  return { status: 200 as const, body: { data, nextCursor } }
}

async function release(
  service: Twofactor,
  { organisationId, tripId }: { organisationId: string; tripId: string },
  principal: Principal,
) {
  const [reason, ...rest] = tripId.split('.')
  if (reason !== 'pumping') throw consoleProblem('conflict', because('quota-opens-itself'))
  const trip = await releaseRange(service, { organisationId, block: rest.join('.') }, actorOf(principal))
  if (trip === undefined) throw consoleProblem('not-found')
  return { status: 200 as const, body: await describe(service, trip) }
}

async function quotaOf({ database, clock }: Twofactor, organisationId: string) {
  const day = formatTime(clock.now()).slice(0, 10)
  return {
    quota: (await findOrganisationQuota(database, organisationId)) ?? null,
    sentToday: await countSentOn(database, { organisation_id: organisationId, day }),
  }
}

async function describe(service: Twofactor, trip: GuardTripRow) {
  const organisation_id = trip.organisation_id
  const app = await findOwnApplication(service.database, { id: trip.application_id, organisation_id })
  return {
    id: `${trip.reason}.${trip.subject}`,
    reason: trip.reason,
    range: trip.reason === 'pumping' ? `+${trip.subject}` : null,
    country: trip.country,
    application: app?.name ?? null,
    applicationId: trip.application_id,
    sends: trip.sends,
    confirmed: trip.verified,
    windowSeconds: Math.round(trip.window_ms / 1000),
    refused: trip.refused,
    since: formatTime(trip.tripped_at),
    lastAt: formatTime(trip.last_at),
    active: await isActive(service, trip),
  }
}

/** A used-up quota lasts until midnight; a range stays blocked for as long as its counts are over the limit. */
async function isActive({ database, clock }: Twofactor, trip: GuardTripRow): Promise<boolean> {
  const now = clock.now()
  if (trip.reason !== 'pumping') return trip.last_at >= now - (now % DAY_MS)
  return isShut(database, { organisationId: trip.organisation_id, block: trip.subject }, now)
}
