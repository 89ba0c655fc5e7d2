import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables, JobRow, JobStatus } from './tables.ts'

const statement = statementsOf<IssuerTables>()

const insert = statement((db, p: JobRow) =>
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

const byJob = statement((db, p: { job: string }) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', p.job),
)

const byEither = statement((db, p: { identifier: string }) =>
  db
    .selectFrom('issuer_jobs')
    .selectAll()
    .where((row) => row.or([row('job', '=', p.identifier), row('ticket', '=', p.identifier)])),
)

const countOfUser = statement((db, p: { sub: string; now: number }) =>
  db
    .selectFrom('issuer_jobs')
    .select((row) => ['app', row.fn.countAll<number>().as('count')] as const)
    .where('sub', '=', p.sub)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now)
    .groupBy('app'),
)

const countOfApp = statement((db, p: { app: string; now: number }) =>
  db
    .selectFrom('issuer_jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('app', '=', p.app)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now),
)

/** A write that changes nothing but makes the writers of one key wait for each other; tells whether it is live. */
const lockKey = statement((db, p: { fingerprint: string }) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ version: row.ref('version') }))
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null),
)

/** Of all who would end a job one does: whoever comes first while it is outstanding and in time. */
const cancel = statement((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set({ status: 'cancelled', ended_at: p.now, address: null, code_digest: null })
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now),
)

/** The key that answers must be live at that very moment. */
const answer = statement(
  (db, p: { job: string; status: JobStatus; now: number; token: string | null; answered_by: string }) =>
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

const confirm = statement((db, p: { job: string; now: number; token: string; code_digest: string }) =>
  db
    .updateTable('issuer_jobs')
    .set({ status: 'completed', ended_at: p.now, token: p.token, address: null, code_digest: null })
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now)
    .where('code_digest', '=', p.code_digest),
)

/** One wrong number or code more. */
const fail = statement((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now)
    .returning('failures'),
)

const deny = statement((db, p: { job: string; now: number }) =>
  db
    .updateTable('issuer_jobs')
    .set({ status: 'denied', ended_at: p.now, address: null, code_digest: null })
    .where('job', '=', p.job)
    .where('status', '=', 'outstanding'),
)

const ofUser = statement((db, p: { sub: string; now: number }) =>
  db
    .selectFrom('issuer_jobs')
    .selectAll()
    .where('sub', '=', p.sub)
    .where('status', '=', 'outstanding')
    .where('expires_at', '>', p.now)
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

const timedOut = statement((db, p: { now: number; limit: number }) =>
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
        .where('expires_at', '<=', p.now)
        .limit(p.limit),
    )
    .where('status', '=', 'outstanding')
    .returningAll(),
)

const overdue = statement((db, p: { job: string; now: number }) =>
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

const sweep = createSweep('issuer_jobs', { key: ['job'], by: 'ended_at' })

export async function insertJob(tx: Transaction, row: JobRow): Promise<void> {
  await tx.run(insert, row)
}

export function findJob(db: Reader, job: string): Promise<JobRow | undefined> {
  return db.first(byJob, { job })
}

/** By the job itself or by its ticket: both are drawn from the same twenty characters. */
export function findJobByEither(db: Reader, identifier: string): Promise<JobRow | undefined> {
  return db.first(byEither, { identifier })
}

/** Gives what a user has outstanding, by application. */
export function countUserJobs(tx: Transaction, sub: string, now: number) {
  return tx.all(countOfUser, { sub, now })
}

export async function countAppJobs(tx: Transaction, app: string, now: number): Promise<number> {
  return (await tx.first(countOfApp, { app, now }))?.count ?? 0
}

/** Whoever counts and then inserts holds this first. False: the key is not there or revoked. */
export async function holdKey(tx: Transaction, fingerprint: string): Promise<boolean> {
  return (await tx.run(lockKey, { fingerprint })) === 1
}

type JobAnswer = {
  job: string
  status: 'completed' | 'denied'
  now: number
  token: string | null
  answered_by: string
}

export async function answerOutstanding(tx: Transaction, given: JobAnswer): Promise<boolean> {
  return (await tx.run(answer, given)) === 1
}

export async function confirmOutstanding(
  tx: Transaction,
  given: { job: string; now: number; token: string; code_digest: string },
): Promise<boolean> {
  return (await tx.run(confirm, given)) === 1
}

export async function cancelOutstanding(
  tx: Transaction,
  given: { job: string; now: number },
): Promise<boolean> {
  return (await tx.run(cancel, given)) === 1
}

/** Gives how many more are allowed: the last one ends the job. Undefined: it is no longer outstanding. */
export async function countFailure(
  tx: Transaction,
  { job, now, most }: { job: string; now: number; most: number },
): Promise<number | undefined> {
  const counted = await tx.first(fail, { job, now })
  if (counted === undefined) return undefined
  const left = Math.max(0, most - counted.failures)
  if (left === 0) await tx.run(deny, { job, now })
  return left
}

/** What a user's device shows: addressed to the user, outstanding, not of a blocked application. */
export function listUserJobs(db: Reader, sub: string, now: number): Promise<JobRow[]> {
  return db.all(ofUser, { sub, now })
}

/** Gives the jobs that this call found past their time. */
export function endTimedOut(tx: Transaction, now: number, limit: number): Promise<JobRow[]> {
  return tx.all(timedOut, { now, limit })
}

/** Undefined: the job is not outstanding any more, or in time still. */
export function endOverdue(
  tx: Transaction,
  given: { job: string; now: number },
): Promise<JobRow | undefined> {
  return tx.first(overdue, given)
}

export function deleteEndedJobs(db: Writer, before: number): Promise<number> {
  return sweep(db, before)
}
