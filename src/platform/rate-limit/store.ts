import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { RateLimitTables } from './tables.ts'

const { one, guarded } = storeOf<RateLimitTables>()

/** Enough digits for times before the year 33658: texts of equal length sort like their numbers. */
export const STAMP_DIGITS = 15

type Take = {
  bucket: string
  subject: string
  stamp: string
  /** Times up to this one are outside the window. */
  cutoff: string
  /** The length of a full log. */
  size: number
  /** The same for the shorter window. */
  burstCutoff: string
  burstSize: number
  expiresAt: number
}

const log = sql.ref<string>('allowances.log')

/** The oldest of the last `limit` takes: it must be outside the window before the next one is allowed. */
function oldest(size: number) {
  return sql<string>`substr(${log}, length(${log}) - ${size} + 1, ${sql.lit(STAMP_DIGITS)})`
}

function isOpen(size: number, cutoff: string) {
  return sql<boolean>`(length(${log}) < ${size} or ${oldest(size)} <= ${cutoff})`
}

/** Returns whether the take was allowed. */
export const takeOne = guarded((db, p: Take) =>
  db
    .insertInto('allowances')
    .values({ bucket: p.bucket, subject: p.subject, log: p.stamp, expires_at: p.expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'subject'])
        .doUpdateSet((eb) => ({
          log: sql<string>`case when length(${log}) < ${p.size} then ${log}
            else substr(${log}, length(${log}) - ${p.size} + 1 + ${sql.lit(STAMP_DIGITS)}) end || ${eb.ref('excluded.log')}`,
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .where(isOpen(p.size, p.cutoff))
        .where(isOpen(p.burstSize, p.burstCutoff)),
    ),
)

const findOldest = one((db, p: { bucket: string; subject: string; size: number }) =>
  db
    .selectFrom('allowances')
    .select(sql<string>`case when length(${log}) < ${p.size} then '' else ${oldest(p.size)} end`.as('stamp'))
    .where('bucket', '=', p.bucket)
    .where('subject', '=', p.subject),
)

/** Deletes rows that no window reaches any more; returns their number. */
export const sweepAllowances = createSweep('allowances', {
  key: ['bucket', 'subject'],
  by: 'expires_at',
  inclusive: true,
})

/** Undefined if there were fewer takes than that. */
export async function findOldestTake(
  db: Reader,
  of: { bucket: string; subject: string; size: number },
): Promise<number | undefined> {
  const { stamp = '' } = (await findOldest(db, of)) ?? {}
  return stamp === '' ? undefined : Number(stamp)
}
