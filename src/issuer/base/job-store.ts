import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables } from './tables.ts'

const { one, many, tx } = storeOf<IssuerTables>()
const statement = statementsOf<IssuerTables>()

/** How long the record of a job is kept after its end. */
export const KEPT_AFTER_END_MS = 3_600_000

const timedOut = { status: 'timed_out', address: null, code_digest: null } as const

export const insertJob = tx.insert('issuer_jobs')

export const findJob = one((db, job: string) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', job),
)

/**
 * Finds a job by its ID or by its ticket. Both are 20 random characters from the same alphabet. Two searches, because
 * SQLite takes three times as long for `or`.
 */
export const findJobByEither = one((db, identifier: string) =>
  db
    .selectFrom('issuer_jobs')
    .selectAll()
    .where('job', '=', identifier)
    .unionAll(db.selectFrom('issuer_jobs').selectAll().where('ticket', '=', identifier)),
)

/** Counts a user's outstanding jobs, per application. */
export const countUserJobs = tx.many((db, sub: string, now: number) =>
  db
    .selectFrom('issuer_jobs')
    .select((row) => ['app', row.fn.countAll<number>().as('count')] as const)
    .where('sub', '=', sub)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', now)
    .groupBy('app'),
)

export const countAppJobs = tx.count((db, app: string, now: number) =>
  db
    .selectFrom('issuer_jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('app', '=', app)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', now),
)

const lockLiveKey = statement((db, p: { fingerprint: string }, { rowLock = sql`` }) =>
  db
    .selectFrom('issuer_keys')
    .select('fingerprint')
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null)
    .modifyEnd(rowLock),
)

/**
 * Locks a key's row without writing it, so that concurrent writers that count and then insert wait for each other.
 * False: the key does not exist or is revoked.
 */
export async function holdKey(tx: Transaction, fingerprint: string): Promise<boolean> {
  return (await tx.first(lockLiveKey, { fingerprint })) !== undefined
}

/**
 * Several callers may try to end a job: only the first one succeeds, while the job is outstanding and has not
 * expired.
 */
export const cancelOutstanding = tx.guarded((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set({ status: 'cancelled', ended_at: p.now, address: null, code_digest: null })
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now),
)

type JobAnswer = {
  job: string
  status: 'completed' | 'denied'
  now: number
  token: string | null
  answered_by: string
}

/** Succeeds only if the answering key is live at the moment of the update. */
export const answerOutstanding = tx.guarded((db, p: JobAnswer) =>
  db
    .updateTable('issuer_jobs')
    .set({ status: p.status, ended_at: p.now, token: p.token, answered_by: p.answered_by })
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now)
    .where((row) =>
      row.exists(
        row
          .selectFrom('issuer_keys')
          .select('fingerprint')
          .where('fingerprint', '=', p.answered_by)
          .where('revoked_at', 'is', null),
      ),
    ),
)

export const confirmOutstanding = tx.guarded(
  (db, p: { job: string; now: number; token: string; code_digest: string }) =>
    db
      .updateTable('issuer_jobs')
      .set({ status: 'completed', ended_at: p.now, token: p.token, address: null, code_digest: null })
      .where('job', '=', p.job)
      .where('status', '=', 'outstanding')
      .where('expires_at', '>', p.now)
      .where('code_digest', '=', p.code_digest),
)

/** Adds one wrong number or code to the job's count. */
const fail = tx.one((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now)
    .returning('failures'),
)

const deny = tx.run((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set({ status: 'denied', ended_at: p.now, address: null, code_digest: null })
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding'),
)

/** The jobs that a user's device shows: sent to this user, outstanding, and not from a blocked application. */
export const listUserJobs = many((db, sub: string, now: number) =>
  db
    .selectFrom('issuer_jobs')
    .selectAll()
    .where('sub', '=', sub)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', now)
    .where('kind', '=', 'request')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('issuer_blocks')
            .select('app')
            .whereRef('issuer_blocks.sub', '=', 'issuer_jobs.sub')
            .whereRef('issuer_blocks.app', '=', 'issuer_jobs.app'),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('job')
    .limit(50),
)

/** Ends expired jobs and returns those that this call ended. */
export const endTimedOut = tx.many((db, now: number, limit: number) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({ ...timedOut, ended_at: row.ref('expires_at') }))
    .where('job', 'in', (inner) =>
      inner
        .selectFrom('issuer_jobs')
        .select('job')
        .where('status', '=', 'outstanding')
        .where('expires_at', '<=', now)
        .limit(limit),
    )
    .where('status', '=', 'outstanding')
    .returningAll(),
)

/** Ends a job that has expired. Undefined: the job is no longer outstanding, or has not expired yet. */
export const endOverdue = tx.one((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({ ...timedOut, ended_at: row.ref('expires_at') }))
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '<=', p.now)
    .returningAll(),
)

export const sweepEndedJobs = createSweep('issuer_jobs', {
  key: ['job'],
  by: 'ended_at',
  keptMs: KEPT_AFTER_END_MS,
})

/**
 * Returns how many attempts are left; the last failed attempt ends the job. Undefined: the job is no longer
 * outstanding.
 */
export async function countFailure(
  tx: Transaction,
  { job, now, most }: { job: string; now: number; most: number },
): Promise<number | undefined> {
  const counted = await fail(tx, { job, now })
  if (counted === undefined) return undefined
  const left = Math.max(0, most - counted.failures)
  if (left === 0) await deny(tx, { job, now })
  return left
}
