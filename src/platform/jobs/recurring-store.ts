import type { ExpressionBuilder } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { JobsTables } from './tables.ts'

const { many, run, guarded } = storeOf<JobsTables>()

export const insertRecurring = run((db, kind: string, now: number) =>
  db
    .insertInto('recurring_jobs')
    .values({ kind, run_at: now })
    .onConflict((conflict) => conflict.column('kind').doNothing()),
)

type Due = { kind: string; now: number; latest: number }

/** A time further ahead than any run sets was stored before the clock was set back, so it counts as due. */
function isDue(eb: ExpressionBuilder<JobsTables, 'recurring_jobs'>, p: Due) {
  return eb.and([
    eb('kind', '=', p.kind),
    eb.or([eb('run_at', '<=', p.now), eb('run_at', '>', p.latest)]),
    eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', p.now)]),
  ])
}

/** Needs no limit, because the table has exactly one row per kind. */
const selectFree = many((db, now: number) =>
  db
    .selectFrom('recurring_jobs')
    .select(['kind', 'run_at'])
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)])),
)

export const claimRecurring = guarded((db, p: Due & { next: number; owner: string; leaseUntil: number }) =>
  db
    .updateTable('recurring_jobs')
    .set({ run_at: p.next, lease_owner: p.owner, lease_until: p.leaseUntil })
    .where((eb) => isDue(eb, p)),
)

export const renewRecurring = guarded((db, p: { kind: string; owner: string; leaseUntil: number }) =>
  db
    .updateTable('recurring_jobs')
    .set({ lease_until: p.leaseUntil })
    .where('kind', '=', p.kind)
    .where('lease_owner', '=', p.owner),
)

export const releaseRecurring = run((db, kind: string, owner: string) =>
  db
    .updateTable('recurring_jobs')
    .set({ lease_owner: null, lease_until: null })
    .where('kind', '=', kind)
    .where('lease_owner', '=', owner),
)

/** When each kind that no process is running is due. */
export async function readFreeRecurring(db: Reader, now: number): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectFree(db, now)).map(({ kind, run_at }) => [kind, run_at]))
}
