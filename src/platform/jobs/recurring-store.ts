import type { ExpressionBuilder } from 'kysely'
import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { JobsTables } from './tables.ts'

const statement = statementsOf<JobsTables>()

const addRecurring = statement((db, p: { kind: string; now: number }) =>
  db
    .insertInto('recurring_jobs')
    .values({ kind: p.kind, run_at: p.now })
    .onConflict((conflict) => conflict.column('kind').doNothing()),
)

type Due = { kind: string; now: number; latest: number }

/** A time further ahead than any run sets was written before the wall clock was set back. */
function isDue(eb: ExpressionBuilder<JobsTables, 'recurring_jobs'>, p: Due) {
  return eb.and([
    eb('kind', '=', p.kind),
    eb.or([eb('run_at', '<=', p.now), eb('run_at', '>', p.latest)]),
    eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', p.now)]),
  ])
}

/** There is a row a kind, and no more. */
const selectFree = statement((db, p: { now: number }) =>
  db
    .selectFrom('recurring_jobs')
    .select(['kind', 'run_at'])
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', p.now)])),
)

const claim = statement((db, p: Due & { next: number; owner: string; leaseUntil: number }) =>
  db
    .updateTable('recurring_jobs')
    .set({ run_at: p.next, lease_owner: p.owner, lease_until: p.leaseUntil })
    .where((eb) => isDue(eb, p)),
)

const renew = statement((db, p: { kind: string; owner: string; leaseUntil: number }) =>
  db
    .updateTable('recurring_jobs')
    .set({ lease_until: p.leaseUntil })
    .where('kind', '=', p.kind)
    .where('lease_owner', '=', p.owner),
)

const release = statement((db, p: { kind: string; owner: string }) =>
  db
    .updateTable('recurring_jobs')
    .set({ lease_owner: null, lease_until: null })
    .where('kind', '=', p.kind)
    .where('lease_owner', '=', p.owner),
)

export async function insertRecurring(db: Writer, kind: string, now: number): Promise<void> {
  await db.run(addRecurring, { kind, now })
}

/** When each kind that no process holds is to run. */
export async function readFreeRecurring(db: Reader, now: number): Promise<ReadonlyMap<string, number>> {
  return new Map((await db.all(selectFree, { now })).map(({ kind, run_at }) => [kind, run_at]))
}

export async function claimRecurring(
  db: Writer,
  wanted: Due & { next: number; owner: string; leaseUntil: number },
): Promise<boolean> {
  return (await db.run(claim, wanted)) === 1
}

export async function renewRecurring(
  db: Writer,
  lease: { kind: string; owner: string; leaseUntil: number },
): Promise<boolean> {
  return (await db.run(renew, lease)) === 1
}

export async function releaseRecurring(db: Writer, kind: string, owner: string): Promise<void> {
  await db.run(release, { kind, owner })
}
