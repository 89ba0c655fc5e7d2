import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { IssuerTables, JobRow, JobStatus, KeyRow } from '../base/tables.ts'

export type ShownKeyRow = Omit<KeyRow, 'jwk' | 'devtoken' | 'secret_digest'>

const shown = [
  'fingerprint',
  'kind',
  'name',
  'callbacks',
  'claims',
  'created_at',
  'updated_at',
  'revoked_at',
  'successor',
  'version',
  'verified_name',
] as const

type KeyPage = {
  kind: KeyRow['kind'] | undefined
  /** Filters live applications by whether their current name is verified. */
  state: 'unverified' | 'verified' | undefined
  before: { created_at: number; fingerprint: string } | undefined
  limit: number
}

/** Newest first. The kind is written into the statement as a literal so that the index of applications is used. */
export function listKeyRows(db: Reader, { kind, state, before, limit }: KeyPage): Promise<ShownKeyRow[]> {
  const page = statementOnce<IssuerTables, ShownKeyRow>((build) => {
    let query = build.selectFrom('issuer_keys').select(shown)
    if (kind !== undefined) query = query.where('kind', '=', sql.lit(kind))
    if (state !== undefined) query = query.where('name', 'is not', null).where('revoked_at', 'is', null)
    if (state === 'verified') query = query.whereRef('verified_name', '=', 'name')
    if (state === 'unverified')
      query = query.where((row) =>
        row.or([row('verified_name', 'is', null), row('verified_name', '<>', row.ref('name'))]),
      )
    if (before !== undefined)
      query = query.where((row) =>
        row.or([
          row('created_at', '<', before.created_at),
          row.and([row('created_at', '=', before.created_at), row('fingerprint', '<', before.fingerprint)]),
        ]),
      )
    return query.orderBy('created_at', 'desc').orderBy('fingerprint', 'desc').limit(limit)
  })
  return db.all(page, {})
}

/** The names of these keys, by fingerprint. */
export async function namesOf(
  db: Reader,
  fingerprints: readonly string[],
): Promise<Map<string, Pick<KeyRow, 'name' | 'verified_name'>>> {
  if (fingerprints.length === 0) return new Map()
  const names = statementOnce<IssuerTables, Pick<KeyRow, 'fingerprint' | 'name' | 'verified_name'>>((build) =>
    build
      .selectFrom('issuer_keys')
      .select(['fingerprint', 'name', 'verified_name'])
      .where('fingerprint', 'in', [...new Set(fingerprints)])
      .limit(fingerprints.length),
  )
  return new Map((await db.all(names, {})).map((row) => [row.fingerprint, row]))
}

export type ListedJob = Pick<
  JobRow,
  | 'job'
  | 'kind'
  | 'app'
  | 'sub'
  | 'scope'
  | 'test'
  | 'status'
  | 'failures'
  | 'answered_by'
  | 'created_at'
  | 'expires_at'
  | 'ended_at'
>

type JobPage = {
  status: JobStatus
  now: number
  before: { expires_at: number; job: string } | undefined
  limit: number
}

/** Jobs with one status, the last to expire first, read through the index that the sweep uses to end jobs. */
export function listJobRows(db: Reader, { status, now, before, limit }: JobPage): Promise<ListedJob[]> {
  const page = statementOnce<IssuerTables, ListedJob>((build) => {
    let query = build
      .selectFrom('issuer_jobs')
      .select(['job', 'kind', 'app', 'sub', 'scope', 'test', 'status', 'failures', 'answered_by'])
      .select(['created_at', 'expires_at', 'ended_at'])
      .where('status', '=', status)
    if (status === 'outstanding') query = query.where('expires_at', '>', now)
    if (before !== undefined)
      query = query.where((row) =>
        row.or([
          row('expires_at', '<', before.expires_at),
          row.and([row('expires_at', '=', before.expires_at), row('job', '<', before.job)]),
        ]),
      )
    return query.orderBy('expires_at', 'desc').orderBy('job', 'desc').limit(limit)
  })
  return db.all(page, {})
}
