import { sql } from 'kysely'
import { uuidAt } from '../../kernel/base/id.ts'
import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { DeliveryTables, MessageChannel, MessageState } from './tables.ts'

const statement = statementsOf<DeliveryTables>()

type NewMessage = {
  id: string
  channel: MessageChannel
  recipient: string
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

const addMessage = statement((db, p: NewMessage) =>
  db
    .insertInto('messages')
    .values({
      id: p.id,
      channel: p.channel,
      recipient: p.recipient,
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
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing()),
)

const findByKey = statement((db, p: { key: string }) =>
  db.selectFrom('messages').select('id').where('idempotency_key', '=', p.key),
)

/** Neither settled nor given up: the text is still there. */
const findOpen = statement((db, p: { id: string }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', p.id)
    .where('state', 'in', ['queued', 'unknown'])
    .where('text', 'is not', null),
)

const countAttempt = statement((db, p: { id: string; attempts: number }) =>
  db
    .updateTable('messages')
    .set({ attempts: p.attempts })
    .where('id', '=', p.id)
    .where('text', 'is not', null),
)

/** A process that was frozen finds the lease ended, because another process has the message by now. */
const handLeased = statement((db, p: { id: string; gateway: string; now: number; until: number }) =>
  db
    .updateTable('messages')
    .set({ state: 'unknown', gateway: p.gateway, handed_at: p.now, lease_until: p.until })
    .where('id', '=', p.id)
    .where('text', 'is not', null)
    .where('lease_until', 'is not', null),
)

/** A job that was frozen finds that another one has handed the message over since it was read. */
const hand = statement((db, p: { id: string; gateway: string; now: number; before: number }) =>
  db
    .updateTable('messages')
    .set({ state: 'unknown', gateway: p.gateway, handed_at: p.now })
    .where('id', '=', p.id)
    .where('text', 'is not', null)
    .where('lease_until', 'is', null)
    .where((row) => row.fn.coalesce('handed_at', row.lit(0)), '=', p.before),
)

const findLease = statement((db, p: { id: string }) =>
  db.selectFrom('messages').select('lease_until').where('id', '=', p.id).where('text', 'is not', null),
)

/** Whoever was handed the message since keeps it. */
const takeBack = statement((db, p: { id: string; handedAt: number }) =>
  db
    .updateTable('messages')
    .set({ state: 'queued', gateway: null, handed_at: null })
    .where('id', '=', p.id)
    .where('handed_at', '=', p.handedAt)
    .where('text', 'is not', null),
)

const renewLease = statement((db, p: { id: string; until: number }) =>
  db
    .updateTable('messages')
    .set({ lease_until: p.until })
    .where('id', '=', p.id)
    .where('lease_until', 'is not', null),
)

const endLease = statement((db, p: { id: string; until: number }) =>
  db
    .updateTable('messages')
    .set({ lease_until: null })
    .where('id', '=', p.id)
    .where('lease_until', '<=', p.until),
)

const findStranded = statement((db, p: { now: number; limit: number }) =>
  db
    .selectFrom('messages')
    .select(['id', 'channel'])
    .where('text', 'is not', null)
    .where('lease_until', '<=', p.now)
    .limit(p.limit),
)

const findReference = statement((db, p: { gateway: string; reference: string }) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('gateway', '=', p.gateway)
    .where('provider_reference', '=', p.reference)
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

/** Whatever the outcome, the address and the text are gone with it. */
const close = statement((db, p: Outcome) =>
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

/** The ids grow with time: no index of times is kept for this. */
const sweepOver = createSweep('messages', { key: ['id'], by: 'id', only: sql`text is null` })

export async function insertMessage(db: Writer, message: NewMessage): Promise<boolean> {
  return (await db.run(addMessage, message)) === 1
}

export async function findMessageId(db: Reader, key: string): Promise<string | undefined> {
  return (await db.first(findByKey, { key }))?.id
}

export function findOpenMessage(db: Reader, id: string): Promise<DeliveryTables['messages'] | undefined> {
  return db.first(findOpen, { id })
}

export async function setAttempts(db: Writer, id: string, attempts: number): Promise<void> {
  await db.run(countAttempt, { id, attempts })
}

type Handing = { id: string; gateway: string; now: number }

/** From now on the gateway may have the message, until its answer is stored. False where another process has it. */
export async function handMessage(
  db: Writer,
  { before, ...handing }: Handing & { before: number | null },
): Promise<boolean> {
  return (await db.run(hand, { ...handing, before: before ?? 0 })) === 1
}

/** The same for a message with a lease, which is renewed. */
export async function handLeasedMessage(db: Writer, handing: Handing & { until: number }): Promise<boolean> {
  return (await db.run(handLeased, handing)) === 1
}

/** When the lease ends; undefined where it has ended. */
export async function findMessageLease(db: Reader, id: string): Promise<number | undefined> {
  return (await db.first(findLease, { id }))?.lease_until ?? undefined
}

/** The gateway that was asked then certainly does not have the message. */
export async function takeMessageBack(db: Writer, id: string, handedAt: number): Promise<void> {
  await db.run(takeBack, { id, handedAt })
}

/** False where the lease had ended. */
export async function renewMessage(db: Writer, id: string, until: number): Promise<boolean> {
  return (await db.run(renewLease, { id, until })) === 1
}

/** Ends a lease that is over at `until`; false where another process did. */
export async function releaseMessage(db: Writer, id: string, until: number): Promise<boolean> {
  return (await db.run(endLease, { id, until })) === 1
}

/** Messages whose process has not ended their lease in time. */
export function listStranded(
  db: Reader,
  page: { now: number; limit: number },
): Promise<{ id: string; channel: MessageChannel }[]> {
  return db.all(findStranded, page)
}

export async function hasReference(db: Reader, gateway: string, reference: string): Promise<boolean> {
  return (await db.first(findReference, { gateway, reference })) !== undefined
}

export async function closeMessage(db: Writer, outcome: Outcome): Promise<boolean> {
  return (await db.run(close, outcome)) === 1
}

export function deleteMessages(db: Writer, before: number): Promise<number> {
  return sweepOver(db, uuidAt(before))
}
