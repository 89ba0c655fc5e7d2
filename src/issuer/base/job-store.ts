import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables, JobRow } from './tables.ts'

const { one, many, tx } = storeOf<IssuerTables>()

export const insertJob = tx.run((db, p: JobRow) =>
  db.insertInto('issuer_jobs').values({
    job: p.job,
    ticket: p.ticket,
    kind: p.kind,
    app: p.app,
    sub: p.sub,
    scope: p.scope,
    message: p.message,
    nonce: p.nonce,
    callback: p.callback,
    number: p.number,
    test: p.test,
    status: 'outstanding',
    failures: 0,
    address: p.address,
    code_digest: p.code_digest,
    answered_by: null,
    token: null,
    created_at: p.created_at,
    expires_at: p.expires_at,
    ended_at: null,
  }),
)

export const findJob = one((db, job: string) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', job),
)

/** By the job itself or by its ticket: both are drawn from the same twenty characters. */
export const findJobByEither = one((db, identifier: string) =>
  db
    .selectFrom('issuer_jobs')
    .selectAll()
    .where((row) => row.or([row('job', '=', identifier), row('ticket', '=', identifier)])),
)

/** Gives what a user has outstanding, by application. */
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

/**
 * Whoever counts and then inserts holds this first: it changes nothing, and makes the writers of one key wait for each
 * other. False: the key is not there or revoked.
 */
export const holdKey = tx.guarded((db, fingerprint: string) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ version: row.ref('version') }))
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null),
)

/** Of all who would end a job one does: whoever comes first while it is outstanding and in time. */
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

/** The key that answers must be live at that very moment. */
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

/** One wrong number or code more. */
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

/** What a user's device shows: addressed to the user, outstanding, not of a blocked application. */
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

/** Gives the jobs that this call found past their time. */
export const endTimedOut = tx.many((db, now: number, limit: number) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({
      status: 'timed_out',
      ended_at: row.ref('expires_at'),
      address: null,
      code_digest: null,
    }))
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

/** Undefined: the job is not outstanding any more, or in time still. */
export const endOverdue = tx.one((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({
      status: 'timed_out',
      ended_at: row.ref('expires_at'),
      address: null,
      code_digest: null,
    }))
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '<=', p.now)
    .returningAll(),
)

export const deleteEndedJobs = createSweep('issuer_jobs', { key: ['job'], by: 'ended_at' })

/** Gives how many more are allowed: the last one ends the job. Undefined: it is no longer outstanding. */
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
