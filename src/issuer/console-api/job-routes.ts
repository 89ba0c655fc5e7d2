import type { Handlers } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import { rotateSigningKey } from '../../platform/signing-keys/signing-keys.ts'
import { listNewestKeys } from '../../platform/signing-keys/store.ts'
import type { SigningKeyRow } from '../../platform/signing-keys/tables.ts'
import type { Issuer } from '../base/issuer.ts'
import { readScope } from '../base/scope.ts'
import type { jobRows, signingKeyRows } from './job-rows.ts'
import { type ListedJob, listJobRows, namesOf } from './store.ts'

const MOST_SIGNING_KEYS = 100
/** A job's ID gives access to its result, so cursors contain it only encrypted, and lists never contain it. */
const cursorSeal = 'issuer.console.job'

export function jobRoutes(issuer: Issuer): Handlers<typeof jobRows> {
  const { vault, database, clock } = issuer
  return {
    async listJobs({ query }) {
      const { status = 'outstanding' } = query
      const { rows, nextCursor } = await readPage(query, {
        vault,
        list: `issuer.jobs ${status}`,
        read: ([expiresAt, job], limit) => {
          const before =
            expiresAt === undefined
              ? undefined
              : { expires_at: Number(expiresAt), job: vault.open(cursorSeal, String(job)) }
          return listJobRows(database, { status, now: clock.now(), before, limit })
        },
        positionOf: (row) => [row.expires_at, vault.seal(cursorSeal, row.job)],
      })
      const applications = rows.flatMap(({ app }) => (app === null ? [] : [app]))
      const names = await namesOf(database, applications)
      const data = rows.map((row) => describeJob(issuer, row, names))
      return { status: 200, body: { data, nextCursor } }
    },
  }
}

export function signingKeyRoutes(issuer: Issuer): Handlers<typeof signingKeyRows> {
  const list = async () => {
    const rows = await listNewestKeys(issuer.database, MOST_SIGNING_KEYS)
    return { data: rows.map((row) => describeSigningKey(row, issuer.clock.now())) }
  }
  return {
    listSigningKeys: async () => ({ status: 200, body: await list() }),
    async rotateSigningKey({ body: { purpose, from }, principal }) {
      const { retired } = await rotateSigningKey(issuer, purpose, { from, actor: actorOf(principal) })
      if (retired === undefined) throw consoleProblem('conflict', because('signing-key-changed'))
      return { status: 200, body: await list() }
    },
  }
}

type Names = Awaited<ReturnType<typeof namesOf>>

function describeJob({ vault }: Issuer, row: ListedJob, names: Names) {
  const asker = row.app === null ? undefined : names.get(row.app)
  return {
    id: vault.digest('issuer.console.job', row.job).slice(0, 22),
    kind: row.kind,
    status: row.status,
    application:
      row.app === null
        ? null
        : {
            fingerprint: row.app,
            name: asker?.name ?? null,
            verified: asker !== undefined && asker.name !== null && asker.verified_name === asker.name,
          },
    user: row.sub,
    answeredBy: row.answered_by,
    claims: readScope(row.scope),
    test: row.test === 1,
    wrongAnswers: row.failures,
    createdAt: formatTime(row.created_at),
    expiresAt: formatTime(row.expires_at),
    endedAt: formatTimeOrNull(row.ended_at),
  }
}

function describeSigningKey(row: SigningKeyRow, now: number) {
  const gone = row.expires_at !== null && row.expires_at <= now
  return {
    id: row.kid,
    purpose: row.purpose,
    state: row.retired_at === null ? ('active' as const) : gone ? ('gone' as const) : ('retired' as const),
    createdAt: formatTime(row.created_at),
    retiredAt: formatTimeOrNull(row.retired_at),
    publishedUntil: formatTimeOrNull(row.expires_at),
  }
}
