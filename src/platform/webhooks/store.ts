import type { ExpressionBuilder } from 'kysely'
import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { Claim } from '../jobs/receiver-queue.ts'
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
type NewDelivery = Pick<DeliveryRow, 'id' | 'endpoint_id' | 'type' | 'body' | 'created_at'>

/** The endpoint must be live at that very moment: a process may not have heard yet that it was removed. */
const addDelivery = statement((db, p: NewDelivery) =>
  db
    .insertInto('webhook_deliveries')
    .columns(['id', 'endpoint_id', 'type', 'body', 'state', 'attempts', 'created_at', 'due_at'])
    .expression((from) =>
      from
        .selectFrom('webhook_endpoints')
        .select((row) => [
          row.val(p.id).as('id'),
          'webhook_endpoints.id as endpoint_id',
          row.val(p.type).as('type'),
          row.val(p.body).as('body'),
          row.val('queued' as const).as('state'),
          row.lit(0).as('attempts'),
          row.val(p.created_at).as('created_at'),
          row.val(p.created_at).as('due_at'),
        ])
        .where('webhook_endpoints.id', '=', p.endpoint_id)
        .where('disabled_at', 'is', null),
    ),
)

function isDue(row: ExpressionBuilder<WebhookTables, 'webhook_deliveries'>, now: number) {
  return row.and([
    row('state', '=', 'queued'),
    row('due_at', '<=', now),
    row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now)]),
  ])
}

const claim = statement((db, p: Claim) =>
  db
    .updateTable('webhook_deliveries')
    .set({ due_at: p.until, claimed_until: p.until })
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', p.receiver)
        .where((row) => isDue(row, p.now))
        .orderBy('due_at')
        .limit(p.limit),
    )
    .where((row) => isDue(row, p.now))
    .returningAll(),
)
/** A process still has a delivery where `due_at` is what it set. */
const hold = statement((db, p: { id: string; claimed: number; until: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set({ due_at: p.until, claimed_until: p.until })
    .where('id', '=', p.id)
    .where('state', '=', 'queued')
    .where('due_at', '=', p.claimed),
)
const postpone = statement((db, p: { id: string; claimed: number; status: number; retryAt: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      last_status: p.status,
      due_at: p.retryAt,
      claimed_until: null,
    }))
    .where('id', '=', p.id)
    .where('state', '=', 'queued')
    .where('due_at', '=', p.claimed),
)
const end = statement(
  (db, p: { id: string; state: 'delivered' | 'failed'; status: number; ended_at: number }) =>
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
const nextDue = statement((db, p: { endpoint_id: string }) =>
  db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('endpoint_id', '=', p.endpoint_id)
    .where('state', '=', 'queued')
    .orderBy('due_at')
    .limit(1),
)
/** One look into the index for each endpoint, however much waits there. */
const dueEndpoints = statement((db, p: { now: number }) =>
  db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where((endpoint) =>
      endpoint.exists(
        endpoint
          .selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('endpoint_id', '=', 'webhook_endpoints.id')
          .where('state', '=', 'queued')
          .where('due_at', '<=', p.now),
      ),
    )
    .limit(1_000),
)
const again = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'queued', ended_at: null, created_at: p.now, due_at: p.now, attempts: 0 })
    .where('id', '=', p.id)
    .where('state', '!=', 'queued')
    .where('endpoint_id', 'in', (live) =>
      live.selectFrom('webhook_endpoints').select('webhook_endpoints.id').where('disabled_at', 'is', null),
    )
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
const sweep = createSweep('webhook_deliveries', { key: ['id'], by: 'ended_at' })

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
  if (disabled !== undefined) await failDeliveries(tx, id, now)
  return disabled?.service
}

export async function replaceSecret(
  tx: Transaction,
  change: { id: string; secret: string; until: number },
): Promise<string | undefined> {
  return (await tx.first(rotate, change))?.service
}

/** False where the endpoint was disabled. */
export async function insertDelivery(tx: Transaction, row: NewDelivery): Promise<boolean> {
  return (await tx.run(addDelivery, row)) === 1
}

/** Of processes that ask at once each delivery goes to one. */
export function claimDeliveries(db: Writer, wanted: Claim): Promise<DeliveryRow[]> {
  return db.all(claim, wanted)
}

/** False where another process has claimed it since, or it has ended. */
export async function holdDelivery(db: Writer, { id, due_at }: DeliveryRow, until: number): Promise<boolean> {
  return (await db.run(hold, { id, claimed: due_at, until })) === 1
}

export async function findNextDelivery(db: Reader, endpointId: string): Promise<number | undefined> {
  return (await db.first(nextDue, { endpoint_id: endpointId }))?.due_at
}

export async function listDueEndpoints(db: Reader, now: number): Promise<string[]> {
  return (await db.all(dueEndpoints, { now })).map((row) => row.id)
}

export async function postponeDelivery(
  db: Writer,
  { id, due_at }: DeliveryRow,
  next: { status: number; retryAt: number },
): Promise<void> {
  await db.run(postpone, { id, claimed: due_at, ...next })
}

export async function endDelivery(
  db: Writer,
  ended: { id: string; state: 'delivered' | 'failed'; status: number; ended_at: number },
): Promise<void> {
  await db.run(end, ended)
}

/** What waits for an endpoint that is disabled fails. */
export async function failDeliveries(db: Writer, endpointId: string, now: number): Promise<void> {
  await db.run(failQueued, { endpoint_id: endpointId, now })
}

/** Gives the endpoint, or undefined where the delivery is not there, waits already or its endpoint is disabled. */
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
    statementOnce<WebhookTables, Omit<DeliveryRow, 'body' | 'endpoint_id' | 'due_at' | 'claimed_until'>>(
      (builder) => {
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
      },
    ),
    {},
  )
}

export function deleteEndedDeliveries(db: Writer, before: number): Promise<number> {
  return sweep(db, before)
}
