import type { ExpressionBuilder } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { Claim } from '../jobs/receiver-queue.ts'
import type { DeliveryRow, WebhookTables } from './tables.ts'

const { one, many, value, values, run, guarded, tx } = storeOf<WebhookTables>()

export const insertEndpoint = tx.insert('webhook_endpoints')

export const listLiveEndpoints = many((db, service: string) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('service', '=', service)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(1_000),
)

export const listAllEndpoints = many((db) =>
  db.selectFrom('webhook_endpoints').selectAll().orderBy('id').limit(10_000),
)

export const findEndpoint = one((db, id: string) =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id),
)

const disable = tx.one((db, p: { id: string; now: number }) =>
  db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: p.now })
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null)
    .returning('service'),
)

export const replaceSecret = tx.value((db, p: { id: string; secret: string; until: number }) =>
  db
    .updateTable('webhook_endpoints')
    .set((row) => ({ previous_secret: row.ref('secret'), previous_until: p.until, secret: p.secret }))
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null)
    .returning('service'),
)

type NewDelivery = Pick<DeliveryRow, 'id' | 'endpoint_id' | 'type' | 'body' | 'created_at'>

/**
 * False if the endpoint was disabled. Checked in the statement, because this process may not know yet that it was
 * removed.
 */
export const insertDelivery = tx.guarded((db, p: NewDelivery) =>
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

/** Each delivery goes to only one of the processes that claim at the same time. */
export const claimDeliveries = many((db, p: Claim) =>
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

/**
 * False if another process has claimed it since, or it has ended. This process still has a delivery if `due_at` is
 * what it set.
 */
export const holdDelivery = guarded((db, p: DeliveryRow, until: number) =>
  db
    .updateTable('webhook_deliveries')
    .set({ due_at: until, claimed_until: until })
    .where('id', '=', p.id)
    .where('state', '=', 'queued')
    .where('due_at', '=', p.due_at),
)

export const postponeDelivery = run((db, p: DeliveryRow, next: { status: number; retryAt: number }) =>
  db
    .updateTable('webhook_deliveries')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      last_status: next.status,
      due_at: next.retryAt,
      claimed_until: null,
    }))
    .where('id', '=', p.id)
    .where('state', '=', 'queued')
    .where('due_at', '=', p.due_at),
)

export const endDelivery = run(
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

export const findNextDelivery = value((db, endpointId: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'queued')
    .orderBy('due_at')
    .limit(1),
)

/** One index lookup per endpoint, however many deliveries wait there. */
export const listDueEndpoints = values((db, now: number) =>
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
          .where('due_at', '<=', now),
      ),
    )
    .limit(1_000),
)

/** Returns the endpoint; undefined if the delivery does not exist, is already waiting or its endpoint is disabled. */
export const queueAgain = tx.value((db, id: string, now: number) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'queued', ended_at: null, created_at: now, due_at: now, attempts: 0 })
    .where('id', '=', id)
    .where('state', '!=', 'queued')
    .where('endpoint_id', 'in', (live) =>
      live.selectFrom('webhook_endpoints').select('webhook_endpoints.id').where('disabled_at', 'is', null),
    )
    .returning('endpoint_id'),
)

/** Marks a disabled endpoint's waiting deliveries as failed. */
export const failDeliveries = run((db, endpointId: string, now: number) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', ended_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'queued'),
)

/** An endpoint's deliveries, newest first, without their bodies. */
export const listRecent = many((db, endpointId: string, limit: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'state', 'attempts', 'last_status', 'created_at', 'ended_at'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
)

export const listFailedSince = values((db, p: { endpoint_id: string; since: number; limit: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', p.endpoint_id)
    .where('created_at', '>=', p.since)
    .where('state', '=', 'failed')
    .orderBy('created_at')
    .limit(p.limit),
)

export const findDelivery = one((db, id: string) =>
  db.selectFrom('webhook_deliveries').select(['id', 'endpoint_id', 'state']).where('id', '=', id),
)

export const sweepWebhooks = createSweep('webhook_deliveries', {
  key: ['id'],
  by: 'ended_at',
  keptMs: 30 * 24 * 3_600_000,
})

/** Its waiting deliveries fail too. Returns the service; undefined if it was already disabled. */
export async function disableEndpoint(tx: Transaction, id: string, now: number): Promise<string | undefined> {
  const disabled = await disable(tx, { id, now })
  if (disabled !== undefined) await failDeliveries(tx, id, now)
  return disabled?.service
}

type DeliveryPage = {
  endpointId: string
  state: DeliveryRow['state'] | undefined
  /** Where the previous page ended. */
  after: { at: number; id: string } | undefined
  limit: number
}

/** A page of an endpoint's deliveries, newest first, without their bodies. */
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
