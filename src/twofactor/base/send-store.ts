import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { StatsRow, TwofactorTables } from './tables.ts'

const { one, many, run, tx } = storeOf<TwofactorTables>()

type PrefixCount = TwofactorTables['twofactor_prefixes']

/** A stored time in the future means that the clock was set back since, so it does not block a new send. */
const claimSend = tx.guarded((db, p: { key: string; now: number; before: number; after: number }) =>
  db
    .insertInto('twofactor_recent_sends')
    .values({ key: p.key, sent_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ sent_at: p.now })
        .where((row) =>
          row.or([
            row('twofactor_recent_sends.sent_at', '<=', p.before),
            row('twofactor_recent_sends.sent_at', '>', p.after),
          ]),
        ),
    ),
)
const takeQuota = tx.guarded((db, p: { application_id: string; day: string; most: number }) =>
  db
    .insertInto('twofactor_quotas')
    .values({ application_id: p.application_id, day: p.day, sends: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'day'])
        .doUpdateSet((row) => ({ sends: row('twofactor_quotas.sends', '+', 1) }))
        .where('twofactor_quotas.sends', '<', p.most),
    ),
)

export const countAtPrefix = tx.run((db, p: PrefixCount) =>
  db
    .insertInto('twofactor_prefixes')
    .values({ prefix: p.prefix, second: p.second, sends: p.sends, verified: p.verified })
    .onConflict((conflict) =>
      conflict.columns(['prefix', 'second']).doUpdateSet((row) => ({
        sends: row('twofactor_prefixes.sends', '+', row.ref('excluded.sends')),
        verified: row('twofactor_prefixes.verified', '+', row.ref('excluded.verified')),
      })),
    ),
)

const sumPrefix = one((db, p: { prefix: string; since: number }) =>
  db
    .selectFrom('twofactor_prefixes')
    .select((row) => [
      row.fn.sum<number>('sends').as('sends'),
      row.fn.sum<number>('verified').as('verified'),
      row.fn.min<number>('second').as('oldest'),
    ])
    .where('prefix', '=', p.prefix)
    .where('second', '>', p.since),
)

export const sweepSends = createSweep('twofactor_recent_sends', {
  key: ['key'],
  by: 'sent_at',
  keptMs: 60_000,
})

/** False: the same message was sent to the same recipient a moment ago. */
export function claimRecentSend(
  tx: Transaction,
  key: string,
  now: number,
  windowMs: number,
): Promise<boolean> {
  return claimSend(tx, { key, now, before: now - windowMs, after: now + windowMs })
}

export async function takeFromQuota(
  tx: Transaction,
  applicationId: string,
  day: string,
  most: number,
): Promise<boolean> {
  return most > 0 && (await takeQuota(tx, { application_id: applicationId, day, most }))
}

/** The totals since `since`, and the oldest second among them. */
export async function sumAtPrefix(
  tx: Reader,
  prefix: string,
  since: number,
): Promise<{ sends: number; verified: number; oldest: number }> {
  const sums = await sumPrefix(tx, { prefix, since })
  return {
    sends: Number(sums?.sends ?? 0),
    verified: Number(sums?.verified ?? 0),
    oldest: Number(sums?.oldest ?? 0),
  }
}

const addStats = run((db, p: StatsRow) =>
  db
    .insertInto('twofactor_stats')
    .values({
      application_id: p.application_id,
      month: p.month,
      sms: p.sms,
      calls: p.calls,
      users: p.users,
      removed: p.removed,
      auths: p.auths,
      api_calls: p.api_calls,
    })
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'month']).doUpdateSet((row) => ({
        sms: row('twofactor_stats.sms', '+', row.ref('excluded.sms')),
        calls: row('twofactor_stats.calls', '+', row.ref('excluded.calls')),
        users: row('twofactor_stats.users', '+', row.ref('excluded.users')),
        removed: row('twofactor_stats.removed', '+', row.ref('excluded.removed')),
        auths: row('twofactor_stats.auths', '+', row.ref('excluded.auths')),
        api_calls: row('twofactor_stats.api_calls', '+', row.ref('excluded.api_calls')),
      })),
    ),
)

/** An application's statistics, one row per month, newest first. */
export const listStats = many((db, applicationId: string) =>
  db
    .selectFrom('twofactor_stats')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('month', 'desc')
    .limit(1_200),
)

type Counts = Partial<Omit<StatsRow, 'application_id' | 'month'>>

export async function addToStats(
  db: Writer,
  applicationId: string,
  month: string,
  counts: Counts,
): Promise<void> {
  const none = { sms: 0, calls: 0, users: 0, removed: 0, auths: 0, api_calls: 0 }
  await addStats(db, { application_id: applicationId, month, ...none, ...counts })
}
