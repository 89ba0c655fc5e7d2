import type { Handlers } from '../../kernel/contract/operation.ts'
import { findApplicationOwner } from '../../platform/accounts/application-store.ts'
import { consoleProblem } from '../../platform/operators/face.ts'
import { findTaskRow } from '../../platform/tasks/store.ts'
import { findEndpoint } from '../../platform/webhooks/store.ts'
import type { Console } from '../base/console.ts'
import type { ownedKinds, ownerRows } from './rows.ts'

type Kind = (typeof ownedKinds)[number]

/** The scopes that allow seeing each kind of record; one of them is enough. */
const scopes = {
  event: ['events:read'],
  'contact-list': ['contacts:read'],
  task: ['tasks:read'],
  webhook: ['webhooks:read'],
  application: ['keys:read', 'twofactor:read'],
} as const satisfies Record<Kind, readonly string[]>

export function ownerRoutes({ database, server }: Console): Handlers<typeof ownerRows> {
  const finders: Record<Kind, (id: string) => Promise<string | undefined>> = {
    event: (id) => server.findOwner('event', id),
    'contact-list': (id) => server.findOwner('contact-list', id),
    task: async (id) => (await findTaskRow(database, id))?.organisation_id ?? undefined,
    webhook: async (id) => {
      const row = await findEndpoint(database, id)
      return row?.service === 'events' ? (row.subject ?? undefined) : undefined
    },
    application: (id) => findApplicationOwner(database, id),
  }
  return {
    async findOwner({ principal, params: { kind, recordId } }) {
      const isSeen = scopes[kind].some((scope) => principal.scopes.includes(scope))
      // Operators of one organisation always get "not found", without a lookup, so that they cannot learn which
      // records exist elsewhere.
      if (principal.operator?.everywhere !== true || !isSeen) throw consoleProblem('not-found')
      const organisationId = await finders[kind](recordId)
      if (organisationId === undefined) throw consoleProblem('not-found')
      return { status: 200, body: { organisationId } }
    },
  }
}
