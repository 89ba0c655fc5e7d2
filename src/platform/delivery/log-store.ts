import { sql } from 'kysely'
import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { DeliveryTables, MessageChannel, MessageState } from './tables.ts'

const { exists } = storeOf<DeliveryTables>()

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

const SLICE = 1_000

/**
 * Newest first, as ids grow with time. Each rare state has its own index. A filter that most messages match, such as
 * a channel, has none, because every message would pay for it: the month is scanned in slices that block nobody.
 */
export async function listMessages(db: Reader, page: MessagePage): Promise<LoggedMessage[]> {
  const { state, channel, limit } = page
  if (state === 'unknown') return listUnknown(db, page)
  if (state === 'queued') return db.all(pageOf(page, { state, isOpen: true }), {})
  if (state === 'failed' || state === 'expired') return db.all(pageOf(page, { state }), {})
  const found: LoggedMessage[] = []
  let { before } = page
  for (;;) {
    const wanted = state === undefined && channel === undefined ? limit : SLICE
    const slice = await db.all(pageOf({ channel: undefined, before, limit: wanted }), {})
    for (const row of slice)
      if ((state ?? row.state) === row.state && (channel ?? row.channel) === row.channel) found.push(row)
    if (found.length >= limit || slice.length < wanted) return found.slice(0, limit)
    before = slice.at(-1)?.id
    await letOthersRun()
  }
}

/** Messages in progress and messages given up each have an index. */
async function listUnknown(db: Reader, page: MessagePage): Promise<LoggedMessage[]> {
  const lists = [true, false].map((isOpen) => db.all(pageOf(page, { state: 'unknown', isOpen }), {}))
  const rows = (await Promise.all(lists)).flat()
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** States are written as literals so that their partial index is used. */
function pageOf(
  { channel, before, limit }: Omit<MessagePage, 'state'>,
  { state, isOpen }: { state?: MessageState; isOpen?: boolean } = {},
) {
  return statementOnce<DeliveryTables, LoggedMessage>((builder) => {
    let query = builder.selectFrom('messages').select(columns)
    if (state !== undefined) query = query.where('state', '=', sql.lit(state))
    if (isOpen !== undefined) query = query.where('text', isOpen ? 'is not' : 'is', null)
    if (channel !== undefined) query = query.where('channel', '=', channel)
    if (before !== undefined) query = query.where('id', '<', before)
    return query.orderBy('id', 'desc').limit(limit)
  })
}

const MOST_LOOKED_AT = 1_000

/**
 * Whether any message of the last month was sent to a user of a service. The index used contains only messages with a
 * user, not the mails of events; of those the first thousand are looked at.
 */
export const hasOwnedMessage = exists((db, purpose: string) =>
  db
    .selectFrom(
      db
        .selectFrom('messages')
        .select(['id', 'purpose'])
        .where('owner_id', '>', '')
        .orderBy('owner_id')
        .limit(MOST_LOOKED_AT)
        .as('some'),
    )
    .select('id')
    .where('purpose', '=', purpose)
    .limit(1),
)
