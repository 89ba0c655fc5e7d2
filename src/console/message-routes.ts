import { decodeCursor, encodeCursor } from '../kernel/contract/cursor.ts'
import type { Handlers } from '../kernel/contract/operation.ts'
import { recordAudit } from '../platform/audit/entries.ts'
import { type LoggedMessage, listMessages } from '../platform/delivery/log-store.ts'
import { readOutboxTail } from '../platform/delivery/outbox-tail.ts'
import { actorOf } from '../platform/operators/face.ts'
import type { Console } from './console.ts'
import type { messageRows } from './message-rows.ts'
import { PAGE } from './page-schema.ts'
import { formatTime, formatTimeOrNull } from './times.ts'

const LOG = 'console/messages'
const OUTBOX = 'console/outbox'
const OUTBOX_PAGE = 20

export function messageRoutes(console: Console): Handlers<typeof messageRows> {
  const { database, vault } = console
  return {
    async listMessages({ query: { cursor, limit = PAGE, state, channel } }) {
      const [before] = cursor === undefined ? [] : decodeCursor(vault, LOG, cursor)
      const page = { state, channel, before: before as string | undefined, limit: limit + 1 }
      const rows = await listMessages(database, page)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        status: 200,
        body: {
          messages: shown.map(logged),
          ...(last === undefined ? {} : { nextCursor: encodeCursor(vault, LOG, [last.id]) }),
        },
      }
    },
    async readOutbox({ principal, query: { cursor, limit = OUTBOX_PAGE } }) {
      const [file, end] = cursor === undefined ? [] : (decodeCursor(vault, OUTBOX, cursor) as number[])
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
      return {
        status: 200,
        body: {
          messages: page.messages,
          ...(page.next === undefined
            ? {}
            : { nextCursor: encodeCursor(vault, OUTBOX, [page.next.file, page.next.end]) }),
        },
      }
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
