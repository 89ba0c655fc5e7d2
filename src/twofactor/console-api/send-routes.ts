import type { Handlers } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { START } from '../../platform/accounts/organisation-keys.ts'
import {
  listMessagesOfApplication,
  listMessagesOfOwner,
  type MessageRecord,
} from '../../platform/delivery/about-store.ts'
import { getOwn, getUserOf, type TwofactorConsole } from './console.ts'
import type { sendRows } from './user-rows.ts'
import { numbersOf } from './user-store.ts'

export function sendRoutes(console: TwofactorConsole): Handlers<typeof sendRows> {
  const { service } = console
  const { database, vault } = service
  return {
    async listSends({ params, query, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const user = query.user === undefined ? undefined : await getUserOf(service, id, query.user)
      const { rows, nextCursor } = await readPage(query, {
        vault,
        list: `twofactor.sends ${user?.id ?? id}`,
        read: ([before = START], limit) =>
          user === undefined
            ? listMessagesOfApplication(database, { id, before: String(before), limit })
            : listMessagesOfOwner(database, { id: user.id, before: String(before), limit }),
        positionOf: (row) => [row.id],
      })
      const owners = rows.flatMap(({ owner_id }) => (owner_id === null ? [] : [owner_id]))
      const numbers = await numbersOf(database, owners)
      const data = rows.map((row) => describe(row, numbers.get(row.owner_id ?? '')))
      return { status: 200, body: { data, nextCursor } }
    },
  }
}

function describe(row: MessageRecord, number: number | undefined) {
  return {
    id: row.id,
    at: formatTime(row.created_at),
    channel: row.channel,
    purpose: row.purpose,
    to: row.masked,
    user: number ?? null,
    outcome: row.receipt ?? row.state,
    gateway: row.gateway,
    attempts: row.attempts,
    settledAt: formatTimeOrNull(row.receipt_at ?? row.sent_at),
  }
}
