import { encodeCursor } from '../../kernel/contract/cursor.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { readPage, readPosition } from '../../kernel/contract/page-position.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import { type LoggedMessage, listMessages } from '../../platform/delivery/log-store.ts'
import { readOutboxTail } from '../../platform/delivery/outbox-tail.ts'
import { actorOf } from '../../platform/operators/face.ts'
import type { Console } from '../base/console.ts'
import type { messageRows } from './rows.ts'

const LOG = 'console/messages'
const OUTBOX = 'console/outbox'
const OUTBOX_PAGE = 20

export function messageRoutes(console: Console): Handlers<typeof messageRows> {
  const { database, vault } = console
  return {
    async listMessages({ query }) {
      const { state, channel } = query
      const { rows, nextCursor } = await readPage(query, {
        vault,
        list: LOG,
        read: ([before], limit) =>
          listMessages(database, { state, channel, before: before as string | undefined, limit }),
        positionOf: ({ id }) => [id],
      })
      return { status: 200, body: { data: rows.map(logged), nextCursor } }
    },
    async readOutbox({ principal, query }) {
      const { limit = OUTBOX_PAGE } = query
      const [file, end] = readPosition(vault, OUTBOX, query) as number[]
      const from = file === undefined || end === undefined ? undefined : { file, end }
      const page = await readOutboxTail(console.server.outboxPath, { from, limit })
      await database.write((tx) =>
        recordAudit(tx, console, {
          actor: actorOf(principal),
          action: 'outbox.read',
          subject: 'outbox:messages',
          detail: { messages: page.messages.length },
        }),
      )
      const { messages, next } = page
      const nextCursor = next === undefined ? null : encodeCursor(vault, OUTBOX, [next.file, next.end])
      return { status: 200, body: { data: messages, nextCursor } }
    },
  }
}

function logged(row: LoggedMessage) {
  return {
    id: row.id,
    channel: row.channel,
    purpose: row.purpose,
    state: row.state,
    attempts: row.attempts,
    gateway: row.gateway,
    receipt: row.receipt,
    createdAt: formatTime(row.created_at),
    sentAt: formatTimeOrNull(row.sent_at),
  }
}
