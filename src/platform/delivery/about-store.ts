import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { DeliveryTables } from './tables.ts'

const statement = statementsOf<DeliveryTables>()

/** What became of a message: neither its text nor where it went. */
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

const ofApplication = statement((db, p: AboutPage) =>
  db
    .selectFrom('messages')
    .select(shown)
    .where('application_id', '=', p.id)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
const ofOwner = statement((db, p: AboutPage) =>
  db
    .selectFrom('messages')
    .select(shown)
    .where('owner_id', '=', p.id)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
const forget = statement((db, p: { owner_id: string }) =>
  db.updateTable('messages').set({ owner_id: null, masked: null }).where('owner_id', '=', p.owner_id),
)

/** Of an application, the newest first. */
export function listMessagesOfApplication(db: Reader, page: AboutPage): Promise<MessageRecord[]> {
  return db.all(ofApplication, page)
}

export function listMessagesOfOwner(db: Reader, page: AboutPage): Promise<MessageRecord[]> {
  return db.all(ofOwner, page)
}

/** Whose messages they were is known no longer. */
export async function forgetOwner(tx: Transaction, ownerId: string): Promise<void> {
  await tx.run(forget, { owner_id: ownerId })
}
