import { storeOf } from '../../kernel/database/store.ts'
import type { DeliveryTables } from './tables.ts'

const { many, tx } = storeOf<DeliveryTables>()

/** A message's outcome, without its text and its recipient. */
export type MessageRecord = Omit<
  DeliveryTables['messages'],
  'recipient' | 'text' | 'subject' | 'idempotency_key' | 'provider_reference' | 'locale' | 'lease_until'
>

const shown = [
  'id',
  'channel',
  'purpose',
  'state',
  'expires_at',
  'created_at',
  'sent_at',
  'attempts',
  'gateway',
  'handed_at',
  'receipt',
  'receipt_at',
  'organisation_id',
  'application_id',
  'owner_id',
  'masked',
] as const

type AboutPage = { id: string; before: string; limit: number }

/** An application's messages, newest first. */
export const listMessagesOfApplication = many((db, p: AboutPage) =>
  db
    .selectFrom('messages')
    .select(shown)
    .where('application_id', '=', p.id)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

export const listMessagesOfOwner = many((db, p: AboutPage) =>
  db
    .selectFrom('messages')
    .select(shown)
    .where('owner_id', '=', p.id)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** Removes the user from their messages. */
export const forgetOwner = tx.run((db, ownerId: string) =>
  db.updateTable('messages').set({ owner_id: null, masked: null }).where('owner_id', '=', ownerId),
)
