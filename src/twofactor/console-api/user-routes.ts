import type { Handlers } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { START } from '../../platform/accounts/organisation-keys.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { unlockUser } from '../users/unlock.ts'
import { removeUser } from '../users/users.ts'
import { getOwn, getUserOf, orNotFound, type TwofactorConsole } from './console.ts'
import type { userRows } from './user-rows.ts'
import { listUserRows } from './user-store.ts'
import { describeOneUser, describeUser, findUser } from './users.ts'

export function userRoutes(console: TwofactorConsole): Handlers<typeof userRows> {
  const { service } = console
  return {
    async listUsers({ params, query, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const now = query.locked === undefined ? undefined : service.clock.now()
      const { rows, nextCursor } = await readPage(query, {
        vault: service.vault,
        list: `twofactor.users ${id} ${query.locked ?? ''}`,
        read: ([before = START], limit) =>
          listUserRows(service.database, { application_id: id, before: String(before), limit }, now),
        positionOf: (row) => [row.id],
      })
      return { status: 200, body: { data: rows.map((row) => describeUser(service, row)), nextCursor } }
    },
    async findUsers({ params, body, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const user = await findUser(service, id, body.search)
      return { status: 200, body: { data: user === undefined ? [] : [describeUser(service, user)] } }
    },
    async getUser({ params, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const user = await getUserOf(service, id, params.number)
      return { status: 200, body: await describeOneUser(service, user) }
    },
    async unlockUser({ params: { applicationId, number }, principal }) {
      const { id } = await getOwn(console, principal, applicationId)
      const outcome = await unlockUser(service, { applicationId: id, number }, actorOf(principal))
      if (outcome === 'unknown') throw consoleProblem('not-found')
      const user = await getUserOf(service, id, number)
      return { status: 200, body: await describeOneUser(service, user) }
    },
    async removeUser({ params: { applicationId, number }, principal }) {
      const app = await getOwn(console, principal, applicationId)
      const user = await getUserOf(service, app.id, number)
      await orNotFound(removeUser(service, app, user, actorOf(principal)))
      return { status: 204 }
    },
  }
}
