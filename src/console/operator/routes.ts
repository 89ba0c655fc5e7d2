import type { Handlers } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { createOrganisation, renameOrganisation } from '../../platform/accounts/organisations.ts'
import { findOrganisationById } from '../../platform/accounts/store.ts'
import { changeOperator, listOperators } from '../../platform/operators/directory.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { invitationLink, inviteOperator } from '../../platform/operators/invitations.ts'
import type { Console } from '../base/console.ts'
import type { operatorRows } from './rows.ts'

const LIST = 'operators'

export function operatorRoutes(console: Console): Handlers<typeof operatorRows> {
  return {
    async listOperators({ query }) {
      const { rows, nextCursor } = await readPage(query, {
        vault: console.vault,
        list: LIST,
        read: ([after = ''], limit) => listOperators(console, { after: String(after), limit }),
        positionOf: (row) => [row.id],
      })
      return { status: 200, body: { data: rows.map(presentOperator), nextCursor } }
    },
    async inviteOperator({ principal, body }) {
      const { email, name, role, organisationId } = body
      const bound = organisationId === undefined ? undefined : await getOrganisation(console, organisationId)
      const actor = actorOf(principal)
      const invited = await inviteOperator(console, { email, name, role, organisationId: bound, actor })
      const link = invitationLink(console.url, invited.token)
      return { status: 201, body: { id: invited.id, link, expiresAt: formatTime(invited.expiresAt) } }
    },
    async changeOperator({ principal, params, body }) {
      const { role, disabled } = body
      const row = await changeOperator(console, params.operatorId, {
        role,
        disabled,
        actor: actorOf(principal),
      })
      return { status: 200, body: { id: row.id, role: row.role, disabled: row.disabled_at !== null } }
    },
    ...organisationRoutes(console),
  }
}

function organisationRoutes(
  console: Console,
): Pick<Handlers<typeof operatorRows>, 'createOrganisation' | 'renameOrganisation'> {
  return {
    async createOrganisation({ principal, body }) {
      const made = await createOrganisation(console, body.name, actorOf(principal))
      if (made === undefined) throw consoleProblem('name-taken')
      return { status: 201, body: made }
    },
    async renameOrganisation({ principal, params, body }) {
      const renamed = await renameOrganisation(console, {
        id: params.organisationId,
        name: body.name,
        actor: actorOf(principal),
      })
      if (renamed === 'unknown') throw consoleProblem('not-found')
      if (renamed === 'taken') throw consoleProblem('name-taken')
      return { status: 200, body: renamed }
    },
  }
}

async function getOrganisation({ database }: Console, id: string): Promise<string> {
  const found = await findOrganisationById(database, id)
  if (found === undefined) throw consoleProblem('not-found', { detail: 'There is no such organisation.' })
  return found.id
}

type Listed = Awaited<ReturnType<typeof listOperators>>[number]

function presentOperator(row: Listed) {
  return {
    id: row.id,
    email: row.email,
    ...(row.name === null ? {} : { name: row.name }),
    role: row.role,
    ...(row.organisation_id === null
      ? {}
      : { organisation: { id: row.organisation_id, name: row.organisation_name ?? '' } }),
    createdAt: formatTime(row.created_at),
    ...(row.disabled_at === null ? {} : { disabledAt: formatTime(row.disabled_at) }),
    ...(row.seen_at === null ? {} : { lastSeenAt: formatTime(row.seen_at) }),
    passkeys: row.passkeys ?? 0,
  }
}
