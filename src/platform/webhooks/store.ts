import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import type { DeliveryRow, EndpointRow, WebhookTables } from './tables.ts'

const statement = statementsOf<WebhookTables>()

const addEndpoint = statement(
  (db, p: Omit<EndpointRow, 'previous_secret' | 'previous_until' | 'disabled_at'>) =>
    db.insertInto('webhook_endpoints').values({
      id: p.id,
      service: p.service,
      subject: p.subject,
      url: p.url,
      events: p.events,
      secret: p.secret,
      created_at: p.created_at,
    }),
)
const liveEndpoints = statement((db, p: { service: string }) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('service', '=', p.service)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(1_000),
)
const allEndpoints = statement((db) =>
  db.selectFrom('webhook_endpoints').selectAll().orderBy('id').limit(10_000),
)
const endpointById = statement((db, p: { id: string }) =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', p.id),
)
const disable = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: p.now })
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null)
    .returning('service'),
)
const rotate = statement((db, p: { id: string; secret: string; until: number }) =>
  db
    .updateTable('webhook_endpoints')
    .set((row) => ({ previous_secret: row.ref('secret'), previous_until: p.until, secret: p.secret }))
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null)
    .returning('service'),
)
const addDelivery = statement(
  (db, p: Pick<DeliveryRow, 'id' | 'endpoint_id' | 'type' | 'body' | 'created_at'>) =>
    db.insertInto('webhook_deliveries').values({
      id: p.id,
      endpoint_id: p.endpoint_id,
      type: p.type,
      body: p.body,
      state: 'queued',
      attempts: 0,
      created_at: p.created_at,
    }),
)
const claim = statement((db, p: { endpoint_id: string; now: number; until: number; limit: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set({ claimed_until: p.until })
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', p.endpoint_id)
        .where('state', '=', 'queued')
        .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', p.now)]))
        .orderBy('id')
        .limit(p.limit),
    )
    .where('state', '=', 'queued')
    .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', p.now)]))
    .returningAll(),
)
const waitingEndpoints = statement((db) =>
  db
    .selectFrom('webhook_deliveries')
    .select('endpoint_id')
    .distinct()
    .where('state', '=', 'queued')
    .limit(1_000),
)
const tried = statement(
  (db, p: { id: string; state: DeliveryRow['state']; status: number; ended_at: number | null }) =>
    db
      .updateTable('webhook_deliveries')
      .set((row) => ({
        state: p.state,
        attempts: row('attempts', '+', 1),
        last_status: p.status,
        ended_at: p.ended_at,
        claimed_until: null,
      }))
      .where('id', '=', p.id)
      .where('state', '=', 'queued'),
)
const again = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'queued', ended_at: null, created_at: p.now })
    .where('id', '=', p.id)
    .where('state', '!=', 'queued')
    .returning('endpoint_id'),
)
const failQueued = statement((db, p: { endpoint_id: string; now: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', ended_at: p.now })
    .where('endpoint_id', '=', p.endpoint_id)
    .where('state', '=', 'queued'),
)
const recentOf = statement((db, p: { endpoint_id: string; limit: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'state', 'attempts', 'last_status', 'created_at', 'ended_at'])
    .where('endpoint_id', '=', p.endpoint_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
)
const failedSince = statement((db, p: { endpoint_id: string; since: number; limit: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', p.endpoint_id)
    .where('created_at', '>=', p.since)
    .where('state', '=', 'failed')
    .orderBy('created_at')
    .limit(p.limit),
)
const deliveryById = statement((db, p: { id: string }) =>
  db.selectFrom('webhook_deliveries').select(['id', 'endpoint_id', 'state']).where('id', '=', p.id),
)
const sweep = statement((db, p: { before: number }) =>
  db.deleteFrom('webhook_deliveries').where('ended_at', '<', p.before),
)

type NewEndpoint = Omit<EndpointRow, 'previous_secret' | 'previous_until' | 'disabled_at'>

export async function insertEndpoint(tx: Transaction, row: NewEndpoint): Promise<void> {
  await tx.run(addEndpoint, row)
}

export function listLiveEndpoints(db: Reader, service: string): Promise<EndpointRow[]> {
  return db.all(liveEndpoints, { service })
}

export function listAllEndpoints(db: Reader): Promise<EndpointRow[]> {
  return db.all(allEndpoints, {})
}

export function findEndpoint(db: Reader, id: string): Promise<EndpointRow | undefined> {
  return db.first(endpointById, { id })
}

/** What waits for it fails with it. Gives the service, or undefined where it was disabled before. */
export async function disableEndpoint(tx: Transaction, id: string, now: number): Promise<string | undefined> {
  const disabled = await tx.first(disable, { id, now })
  if (disabled !== undefined) await tx.run(failQueued, { endpoint_id: id, now })
  return disabled?.service
}

export async function replaceSecret(
  tx: Transaction,
  change: { id: string; secret: string; until: number },
): Promise<string | undefined> {
  return (await tx.first(rotate, change))?.service
}

export async function insertDelivery(
  tx: Transaction,
  row: Pick<DeliveryRow, 'id' | 'endpoint_id' | 'type' | 'body' | 'created_at'>,
): Promise<void> {
  await tx.run(addDelivery, row)
}

/** Of processes that ask at once each delivery goes to one. */
export function claimQueued(
  db: Writer,
  wanted: { endpoint_id: string; now: number; until: number; limit: number },
): Promise<DeliveryRow[]> {
  return db.all(claim, wanted)
}

export async function listWaitingEndpoints(db: Reader): Promise<string[]> {
  return (await db.all(waitingEndpoints, {})).map((row) => row.endpoint_id)
}

type Attempt = { id: string; state: DeliveryRow['state']; status: number; ended_at: number | null }

export async function recordAttempt(db: Writer, attempt: Attempt): Promise<void> {
  await db.run(tried, attempt)
}

/** Gives the endpoint, or undefined where the delivery is not there or waits already. */
export async function queueAgain(tx: Transaction, id: string, now: number): Promise<string | undefined> {
  return (await tx.first(again, { id, now }))?.endpoint_id
}

/** Newest first, without the bodies. */
export function listRecent(db: Reader, endpointId: string, limit: number) {
  return db.all(recentOf, { endpoint_id: endpointId, limit })
}

export async function listFailedSince(
  db: Reader,
  wanted: { endpoint_id: string; since: number; limit: number },
): Promise<string[]> {
  return (await db.all(failedSince, wanted)).map((row) => row.id)
}

export function findDelivery(db: Reader, id: string) {
  return db.first(deliveryById, { id })
}

type DeliveryPage = {
  endpointId: string
  state: DeliveryRow['state'] | undefined
  /** Where the page before this one ended. */
  after: { at: number; id: string } | undefined
  limit: number
}

/** Newest first, without the bodies. */
export function listDeliveryPage(db: Reader, { endpointId, state, after, limit }: DeliveryPage) {
  return db.all(
    statementOnce<WebhookTables, Omit<DeliveryRow, 'body' | 'endpoint_id' | 'claimed_until'>>((builder) => {
      let query = builder
        .selectFrom('webhook_deliveries')
        .select(['id', 'type', 'state', 'attempts', 'last_status', 'created_at', 'ended_at'])
        .where('endpoint_id', '=', endpointId)
      if (state !== undefined) query = query.where('state', '=', state)
      if (after !== undefined)
        query = query.where((row) =>
          row.or([
            row('created_at', '<', after.at),
            row.and([row('created_at', '=', after.at), row('id', '<', after.id)]),
          ]),
        )
      return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
    }),
    {},
  )
}

export function deleteEndedDeliveries(db: Writer, before: number): Promise<number> {
  return db.run(sweep, { before })
}
