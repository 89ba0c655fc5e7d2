import type { Handlers } from '../../kernel/contract/operation.ts'
import { limitOf } from '../../kernel/contract/page.ts'
import { cutPage, readPosition } from '../../kernel/contract/page-position.ts'
import { START } from '../../platform/accounts/organisation-keys.ts'
import {
  listMessagesOfApplication,
  listMessagesOfOwner,
  type MessageRecord,
} from '../../platform/delivery/about-store.ts'
import { getOwn, getUserOf, type TwofactorConsole, timeText, timeTextOrNull } from './console.ts'
import type { sendRows } from './user-rows.ts'
import { numbersOf } from './user-store.ts'

export function sendRoutes(console: TwofactorConsole): Handlers<typeof sendRows> {
  const { service } = console
  const { database, vault } = service
  return {
    async listSends({ params, query, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const user = query.user === undefined ? undefined : await getUserOf(service, id, query.user)
      const list = `twofactor.sends ${user?.id ?? id}`
      const [before = START] = readPosition(vault, list, query) ?? []
      const page = { before: String(before), limit: limitOf(query) + 1 }
      const rows = await (user === undefined
        ? listMessagesOfApplication(database, { id, ...page })
        : listMessagesOfOwner(database, { id: user.id, ...page }))
      const cut = cutPage(rows, query, { vault, list, positionOf: (row) => [row.id] })
      const owners = cut.rows.flatMap(({ owner_id }) => (owner_id === null ? [] : [owner_id]))
      const numbers = await numbersOf(database, owners)
      const data = cut.rows.map((row) => describe(row, numbers.get(row.owner_id ?? '')))
      return { status: 200, body: { data, nextCursor: cut.nextCursor } }
    },
  }
}

function describe(row: MessageRecord, number: number | undefined) {
  return {
    id: row.id,
    at: timeText(row.created_at),
    channel: row.channel,
    purpose: row.purpose,
    to: row.masked,
    user: number ?? null,
    outcome: row.receipt ?? row.state,
    gateway: row.gateway,
    attempts: row.attempts,
    settledAt: timeTextOrNull(row.receipt_at ?? row.sent_at),
  }
}
