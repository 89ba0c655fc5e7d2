import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import type { DeliveryTables, MessageChannel, MessageState } from './tables.ts'

const statement = statementsOf<DeliveryTables>()

const columns = [
  'id',
  'channel',
  'purpose',
  'state',
  'attempts',
  'gateway',
  'receipt',
  'receipt_at',
  'created_at',
  'sent_at',
] as const

/** A message without its recipient and its text. */
export type LoggedMessage = Pick<DeliveryTables['messages'], (typeof columns)[number]>

type MessagePage = {
  state: MessageState | undefined
  channel: MessageChannel | undefined
  before: string | undefined
  limit: number
}

/** Newest first: the ids grow with time. The states that have an index are written out, so that it is found. */
export function listMessages(
  db: Reader,
  { state, channel, before, limit }: MessagePage,
): Promise<LoggedMessage[]> {
  const once = statementOnce<DeliveryTables, LoggedMessage>((builder) => {
    let query = builder.selectFrom('messages').select(columns)
    if (state !== undefined) query = query.where('state', '=', sql.lit(state))
    if (channel !== undefined) query = query.where('channel', '=', channel)
    if (before !== undefined) query = query.where('id', '<', before)
    return query.orderBy('id', 'desc').limit(limit)
  })
  return db.all(once, {})
}

const anyMessage = statement((db, p: { purpose: string }) =>
  db.selectFrom('messages').select('id').where('purpose', '=', p.purpose).limit(1),
)

/** Of the month that messages are kept. */
export async function hasMessageFor(db: Reader, purpose: string): Promise<boolean> {
  return (await db.first(anyMessage, { purpose })) !== undefined
}
