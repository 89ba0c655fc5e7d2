import type { Handlers, Principal } from '../../kernel/contract/operation.ts'
import type { PageQuery } from '../../kernel/contract/page.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import {
  changeApplication,
  createOwnApplication,
  findApplication,
  listApplications,
  switchApplication,
} from '../../platform/accounts/organisation-applications.ts'
import {
  createEventsKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
  type ShownKey,
  START,
} from '../../platform/accounts/organisation-keys.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import { checkAddress } from '../base/checked-address.ts'
import type { Console } from '../base/console.ts'
import type { applicationRows, keyRows } from './rows.ts'

export function keyRoutes(console: Console): Handlers<typeof keyRows> {
  return {
    async listKeys({ query, principal: { organisationId } }) {
      const { service } = query
      const { rows, nextCursor } = await readPage(query, {
        vault: console.vault,
        list: `console.keys ${organisationId} ${service}`,
        read: ([before = START], limit) =>
          listKeys(console, { organisationId, service, before: String(before), limit }),
        positionOf: ({ id }) => [id],
      })
      return { status: 200, body: { data: rows, nextCursor } }
    },
    async createEventsKey({ body: { name, scopes }, principal }) {
      const request = { organisationId: principal.organisationId, name, scopes }
      const made = await createEventsKey(console, request, actorOf(principal))
      return { status: 201, body: describeNewKey(console, made) }
    },
    async rotateKey({ params, body, principal }) {
      const { organisationId } = principal
      const rotation = { organisationId, id: params.keyId, overlapMs: body.overlapSeconds * 1000 }
      const made = await rotateKey(console, rotation, actorOf(principal))
      if (made === undefined) throw consoleProblem('not-found')
      if (made === 'ended') throw consoleProblem('conflict', because('key-ended'))
      return { status: 201, body: describeNewKey(console, made) }
    },
    async revokeKey({ params, principal }) {
      const key = { organisationId: principal.organisationId, id: params.keyId }
      if (!(await revokeKey(console, key, actorOf(principal)))) throw consoleProblem('not-found')
      return { status: 204 }
    },
  }
}

export function applicationRoutes(console: Console): Handlers<typeof applicationRows> {
  const get = async (principal: Principal, id: string) =>
    ({ status: 200, body: await getApplication(console, principal, id) }) as const
  const turn = async (principal: Principal, id: string, disabled: boolean) => {
    const change = { organisationId: principal.organisationId, id, disabled }
    if (!(await switchApplication(console, change, actorOf(principal)))) throw consoleProblem('not-found')
    return get(principal, id)
  }
  return {
    async listApplications({ query, principal: { organisationId, scopes } }) {
      const { rows, nextCursor } = await readApplications(console, organisationId, query)
      // Support staff need to see which applications exist, but not their keys.
      const shown = scopes.includes('keys:read') ? rows : rows.map((row) => ({ ...row, keys: [] }))
      return { status: 200, body: { data: shown, nextCursor } }
    },
    getApplication: ({ params, principal }) => get(principal, params.applicationId),
    async createApplication({ body: { name, settings = {} }, principal }) {
      checkCallback(console, settings.callback)
      const { organisationId } = principal
      const made = await createOwnApplication(console, { organisationId, name, settings }, actorOf(principal))
      const application = await getApplication(console, principal, made.id)
      const serviceUrl = urlOf(console, 'twofactor')
      return {
        status: 201,
        body: { application, keyId: made.keyId, secret: made.key.reveal(), serviceUrl },
      }
    },
    async updateApplication({ params, body, principal }) {
      checkCallback(console, body.settings?.callback ?? undefined)
      const change = { ...body, organisationId: principal.organisationId, id: params.applicationId }
      const outcome = await changeApplication(console, change, actorOf(principal))
      if (outcome === 'unknown') throw consoleProblem('not-found')
      if (outcome === 'changed') throw consoleProblem('version-changed')
      return get(principal, params.applicationId)
    },
    disableApplication: ({ params, principal }) => turn(principal, params.applicationId, true),
    enableApplication: ({ params, principal }) => turn(principal, params.applicationId, false),
  }
}

function readApplications(console: Console, organisationId: string, query: PageQuery) {
  return readPage(query, {
    vault: console.vault,
    list: `console.applications ${organisationId}`,
    read: ([before = START], limit) =>
      listApplications(console, { organisationId, before: String(before), limit }),
    positionOf: ({ id }) => [id],
  })
}

async function getApplication(console: Console, { organisationId }: Principal, id: string) {
  const found = await findApplication(console, organisationId, id)
  if (found === undefined) throw consoleProblem('not-found')
  return found
}

/** Refuses a callback URL that the server may not call, now rather than at the first approval. */
function checkCallback(console: Console, url: string | undefined): void {
  if (url !== undefined) checkAddress(console, url, '/settings/callback')
}

function describeNewKey(console: Console, { shown, key }: NewKey) {
  return { key: shown, secret: key.reveal(), serviceUrl: urlOf(console, shown.service) }
}

function urlOf({ server }: Console, service: ShownKey['service']): string {
  return server.addresses[service === 'twofactor' ? 'twofactor' : 'eventdata'] ?? ''
}
