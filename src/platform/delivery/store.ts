import { type Kysely, sql } from 'kysely'
import { uuidAt } from '../../kernel/base/id.ts'
import type { Writer } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { DeliveryTables, MessageChannel, MessageState } from './tables.ts'

const { one, many, value, exists, run, guarded } = storeOf<DeliveryTables>()

type NewMessage = {
  id: string
  channel: MessageChannel
  text: string
  purpose: string
  locale: string | null
  subject: string | null
  idempotency_key: string | null
  expires_at: number
  created_at: number
  lease_until: number | null
  organisation_id: string | null
  application_id: string | null
  owner_id: string | null
  masked: string | null
}

function insertion(db: Kysely<DeliveryTables>, p: NewMessage) {
  return db.insertInto('messages').values({
    id: p.id,
    channel: p.channel,
    text: p.text,
    purpose: p.purpose,
    locale: p.locale,
    subject: p.subject,
    state: 'queued',
    idempotency_key: p.idempotency_key,
    expires_at: p.expires_at,
    created_at: p.created_at,
    lease_until: p.lease_until,
    attempts: 0,
    organisation_id: p.organisation_id,
    application_id: p.application_id,
    owner_id: p.owner_id,
    masked: p.masked,
  })
}

/** False if there is a message with the same key. */
export const insertMessage = guarded((db, p: NewMessage) =>
  insertion(db, p).onConflict((conflict) => conflict.column('idempotency_key').doNothing()),
)

/** For a message without a key. */
export const addMessage = run((db, p: NewMessage) => insertion(db, p))

export const findMessageId = value((db, key: string) =>
  db.selectFrom('messages').select('id').where('idempotency_key', '=', key),
)

/** A message that is neither settled nor given up, and so still has its text. */
export const findOpenMessage = one((db, id: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'unknown'])
    .where('text', 'is not', null),
)

export const setAttempts = run((db, id: string, attempts: number) =>
  db.updateTable('messages').set({ attempts }).where('id', '=', id).where('text', 'is not', null),
)

type Handing = { id: string; gateway: string; now: number }

/**
 * Records the gateway and renews the lease. A process that was frozen finds the lease expired, because another
 * process has the message by now.
 */
export const handLeasedMessage = guarded((db, p: Handing & { until: number }) =>
  db
    .updateTable('messages')
    .set({ state: 'unknown', gateway: p.gateway, handed_at: p.now, lease_until: p.until })
    .where('id', '=', p.id)
    .where('text', 'is not', null)
    .where('lease_until', 'is not', null),
)

/** Fails if another job has sent the message since this job read it, which happens if this one was frozen. */
const hand = guarded((db, p: { id: string; gateway: string; now: number; before: number }) =>
  db
    .updateTable('messages')
    .set({ state: 'unknown', gateway: p.gateway, handed_at: p.now })
    .where('id', '=', p.id)
    .where('text', 'is not', null)
    .where('lease_until', 'is', null)
    .where((row) => row.fn.coalesce('handed_at', row.lit(0)), '=', p.before),
)

/** When the lease ends; undefined if it has ended. */
export const findMessageLease = value((db, id: string) =>
  db.selectFrom('messages').select('lease_until').where('id', '=', id).where('text', 'is not', null),
)

/** Records that the gateway asked at that time certainly does not have the message. A later hand-over stays. */
export const takeMessageBack = run((db, id: string, handedAt: number) =>
  db
    .updateTable('messages')
    .set({ state: 'queued', gateway: null, handed_at: null })
    .where('id', '=', id)
    .where('handed_at', '=', handedAt)
    .where('text', 'is not', null),
)

/** False if the lease had ended. */
export const renewMessage = guarded((db, id: string, until: number) =>
  db
    .updateTable('messages')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('lease_until', 'is not', null),
)

/** Ends a lease that runs until `until`; false if another process did. */
export const releaseMessage = guarded((db, id: string, until: number) =>
  db
    .updateTable('messages')
    .set({ lease_until: null })
    .where('id', '=', id)
    .where('lease_until', '<=', until),
)

/** Messages whose lease has run out without being ended by their process. */
export const listStranded = many((db, p: { now: number; limit: number }) =>
  db
    .selectFrom('messages')
    .select(['id', 'channel'])
    .where('text', 'is not', null)
    .where('lease_until', '<=', p.now)
    .limit(p.limit),
)

export const hasReference = exists((db, gateway: string, reference: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('gateway', '=', gateway)
    .where('provider_reference', '=', reference)
    .limit(1),
)

export type Outcome = {
  id: string
  state: Exclude<MessageState, 'queued'>
  attempts: number
  sentAt: number | null
  gateway: string | null
  reference: string | null
}

/** Whatever the outcome, it erases the address and the text. */
export const closeMessage = guarded((db, p: Outcome) =>
  db
    .updateTable('messages')
    .set({
      state: p.state,
      attempts: p.attempts,
      sent_at: p.sentAt,
      gateway: p.gateway,
      provider_reference: p.reference,
      recipient: null,
      text: null,
      lease_until: null,
    })
    .where('id', '=', p.id)
    .where('state', 'in', ['queued', 'unknown'])
    .where('text', 'is not', null),
)

/**
 * Deletes messages that were sent, failed or expired a month ago; returns the number of rows. Ids grow with time, so
 * no index of times is needed.
 */
export const sweepMessages = createSweep('messages', {
  key: ['id'],
  by: 'id',
  only: sql`text is null`,
  keptMs: 30 * 24 * 3_600_000,
  format: uuidAt,
})

/** From now on the gateway may have the message, until its answer is stored. False if another process has it. */
export function handMessage(
  db: Writer,
  { before, ...handing }: Handing & { before: number | null },
): Promise<boolean> {
  return hand(db, { ...handing, before: before ?? 0 })
}
