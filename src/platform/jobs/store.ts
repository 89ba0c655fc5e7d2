import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { JobsTables } from './tables.ts'

const { many, value, values, exists, guarded } = storeOf<JobsTables>()

type NewJob = Omit<JobsTables['jobs'], 'lease_until' | 'lease_owner'>

export type ClaimedJob = { id: string; kind: string; payload: string; sealed: number; attempts: number }

/** One attempt at one job by one runner: after losing the lease it can change nothing any more. */
export type Lease = { id: string; owner: string; attempts: number }

/** Returns whether the job is new; false if one with its unique key is already waiting. */
export const insertJob = guarded((db, p: NewJob) =>
  db
    .insertInto('jobs')
    .values({
      id: p.id,
      kind: p.kind,
      payload: p.payload,
      sealed: p.sealed,
      run_at: p.run_at,
      attempts: p.attempts,
      state: p.state,
      unique_key: p.unique_key,
      last_error: p.last_error,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * False if the job with the key runs early enough, or has started. A row that is early enough is not touched, so that
 * no transaction waits for another.
 */
export const advanceJob = guarded((db, p: { kind: string; uniqueKey: string; runAt: number }) =>
  db
    .updateTable('jobs')
    .set({ run_at: p.runAt })
    .where('kind', '=', p.kind)
    .where('unique_key', '=', p.uniqueKey)
    .where('state', '=', 'queued')
    .where('run_at', '>', p.runAt),
)

type JobsBuilder = ExpressionBuilder<JobsTables, 'jobs'>

function isDue(eb: JobsBuilder, now: number) {
  return eb.and([
    eb('state', '=', 'queued'),
    eb('run_at', '<=', now),
    eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]),
  ])
}

export const hasDueJob = exists((db, kind: string, now: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where((eb) => isDue(eb, now))
    .limit(1),
)

/** One index lookup per kind, in one statement: only a kind's first job is read, however many wait. */
function findDueKinds(kinds: readonly string[]) {
  return values((db, now: number) => {
    const [first, ...rest] = kinds.map((kind) =>
      db
        .selectNoFrom((eb) => eb.val(kind).as('kind'))
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('jobs')
              .select('id')
              .where('kind', '=', kind)
              .where((job) => isDue(job, now)),
          ),
        ),
    )
    if (first === undefined) throw new Error('no kinds of jobs to look for')
    return rest.reduce((made, one) => made.unionAll(one), first)
  })
}

/**
 * If two runners choose the same row, the second waits for the first, checks the guard again and skips it. A job that
 * starts gives up its unique key: anything enqueued from now on must run after it.
 */
const claim = many((db, p: { kind: string; now: number; owner: string; leaseUntil: number; limit: number }) =>
  db
    .updateTable('jobs')
    .set((eb) => ({
      lease_owner: p.owner,
      lease_until: p.leaseUntil,
      attempts: eb('attempts', '+', 1),
      unique_key: null,
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', p.kind)
        .where((inner) => isDue(inner, p.now))
        .orderBy('run_at')
        .orderBy('id')
        .limit(p.limit),
    )
    .where((eb) => isDue(eb, p.now))
    .returning(['id', 'kind', 'payload', 'sealed', 'attempts']),
)

/** Returns the leases that the owner still has. */
export const renewLeases = many((db, owner: string, leaseUntil: number) =>
  db
    .updateTable('jobs')
    .set({ lease_until: leaseUntil })
    .where('lease_owner', '=', owner)
    .returning(['id', 'attempts']),
)

/** When this attempt's lease ends; undefined if it was lost. */
export const findLeaseEnd = value((db, p: Lease) =>
  db
    .selectFrom('jobs')
    .select('lease_until')
    .where('id', '=', p.id)
    .where('lease_owner', '=', p.owner)
    .where('attempts', '=', p.attempts),
)

/** False if the attempt has lost its lease. */
export const renewLease = guarded((db, lease: Lease, leaseUntil: number) =>
  db
    .updateTable('jobs')
    .set({ lease_until: leaseUntil })
    .where('id', '=', lease.id)
    .where('lease_owner', '=', lease.owner)
    .where('attempts', '=', lease.attempts),
)

export const finishJob = guarded((db, p: Lease) =>
  db
    .deleteFrom('jobs')
    .where('id', '=', p.id)
    .where('lease_owner', '=', p.owner)
    .where('attempts', '=', p.attempts),
)

const releaseLeased = guarded(
  (
    db,
    p: Lease & { attemptsLeft: number; runAt: number; state: 'queued' | 'failed'; error: string | null },
  ) =>
    db
      .updateTable('jobs')
      .set({
        lease_owner: null,
        lease_until: null,
        attempts: p.attemptsLeft,
        run_at: p.runAt,
        state: p.state,
        last_error: p.error,
      })
      .where('id', '=', p.id)
      .where('lease_owner', '=', p.owner)
      .where('attempts', '=', p.attempts),
)

/** Deletes jobs that failed for good a month ago; returns the number of rows. */
export const sweepJobs = createSweep('jobs', {
  key: ['id'],
  by: 'run_at',
  only: sql`state = 'failed'`,
  keptMs: 30 * 24 * 3_600_000,
})

/** Looks for due jobs of these kinds in one query; returns the kinds that have some. */
export function createLookForDue(
  kinds: readonly string[],
): (db: Reader, now: number) => Promise<ReadonlySet<string>> {
  if (kinds.length === 0) return async () => new Set()
  const find = findDueKinds(kinds)
  return async (db, now) => new Set(await find(db, now))
}

export async function claimJobs(
  db: Writer,
  wanted: { kind: string; now: number; owner: string; leaseUntil: number; limit: number },
): Promise<ClaimedJob[]> {
  const claimed = await claim(db, wanted)
  // Sort by id, as UUIDv7 sorts by age and `returning` guarantees no order.
  return claimed.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export function retryJob(
  db: Writer,
  lease: Lease,
  { runAt, error }: { runAt: number; error: string },
): Promise<boolean> {
  const outcome = { attemptsLeft: lease.attempts, runAt, state: 'queued', error } as const
  return releaseLeased(db, { ...lease, ...outcome })
}

export function failJob(
  db: Writer,
  lease: Lease,
  { now, error }: { now: number; error: string },
): Promise<boolean> {
  const outcome = { attemptsLeft: lease.attempts, runAt: now, state: 'failed', error } as const
  return releaseLeased(db, { ...lease, ...outcome })
}

/** Gives back an attempt that was interrupted: it does not count. */
export function returnJob(db: Writer, lease: Lease, now: number): Promise<boolean> {
  const outcome = { attemptsLeft: lease.attempts - 1, runAt: now, state: 'queued', error: null } as const
  return releaseLeased(db, { ...lease, ...outcome })
}
