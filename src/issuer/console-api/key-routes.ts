import type { Handlers } from '../../kernel/contract/operation.ts'
import type { PageQuery } from '../../kernel/contract/page.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import type { Issuer } from '../base/issuer.ts'
import { verifyApplicationName, withdrawApplicationName } from '../keys/key-changes.ts'
import type { applicationRows, keyRows } from './key-rows.ts'
import { describeApplication, describeKey, findByIdentifier } from './keys.ts'
import { listKeyRows, type ShownKeyRow } from './store.ts'

export function keyRoutes(issuer: Issuer): Handlers<typeof keyRows> {
  return {
    async listKeys({ query }) {
      const { rows, nextCursor } = await listKeys(issuer, query, { kind: query.kind, state: undefined })
      return { status: 200, body: { data: rows.map(describeKey), nextCursor } }
    },
    async getKey({ params }) {
      return { status: 200, body: describeKey(await getRow(issuer, params.fingerprint)) }
    },
  }
}

export function applicationRoutes(issuer: Issuer): Handlers<typeof applicationRows> {
  return {
    async listApplications({ query }) {
      const { rows, nextCursor } = await listKeys(issuer, query, { kind: 'application', state: query.state })
      return { status: 200, body: { data: rows.map(describeApplication), nextCursor } }
    },
    async verifyApplication({ params, body, principal }) {
      const { fingerprint } = await getRow(issuer, params.fingerprint)
      const vouched = { seen: body.name, actor: actorOf(principal) }
      if ((await verifyApplicationName(issuer, fingerprint, vouched)) === undefined)
        throw consoleProblem('conflict', because('name-changed'))
      return { status: 200, body: describeApplication(await getRow(issuer, fingerprint)) }
    },
    async withdrawApplication({ params, principal }) {
      const { fingerprint } = await getRow(issuer, params.fingerprint)
      await withdrawApplicationName(issuer, fingerprint, actorOf(principal))
      return { status: 200, body: describeApplication(await getRow(issuer, fingerprint)) }
    },
  }
}

type Filter = Pick<Parameters<typeof listKeyRows>[1], 'kind' | 'state'>

function listKeys({ vault, database }: Issuer, query: PageQuery, filter: Filter) {
  return readPage(query, {
    vault,
    list: `issuer.keys ${filter.kind ?? ''} ${filter.state ?? ''}`,
    read: ([createdAt, fingerprint], limit) => {
      const before =
        createdAt === undefined
          ? undefined
          : { created_at: Number(createdAt), fingerprint: String(fingerprint) }
      return listKeyRows(database, { ...filter, before, limit })
    },
    positionOf: (row) => [row.created_at, row.fingerprint],
  })
}

async function getRow(issuer: Issuer, identifier: string): Promise<ShownKeyRow> {
  const row = await findByIdentifier(issuer, identifier)
  if (row === undefined) throw consoleProblem('not-found')
  return row
}
