import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { AuditTables, AuditTallyRow } from './tables.ts'

const { many, value, run, tx } = storeOf<AuditTables>()

export const HOUR_MS = 3_600_000
export const KEPT_HOURS = 90 * 24

/** A row with this scope and subject marks an hour whose totals are in the audit trail. */
const NOBODY = ''
const SLICE = 500

type Key = Pick<AuditTallyRow, 'hour' | 'scope' | 'subject' | 'decision'>

export const addToTally = run((db, p: Key & { now: number }) =>
  db
    .insertInto('audit_tallies')
    .values({
      hour: p.hour,
      scope: p.scope,
      subject: p.subject,
      decision: p.decision,
      amount: 1,
      last_at: p.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'scope', 'subject', 'decision'])
        .doUpdateSet((row) => ({ amount: row('audit_tallies.amount', '+', 1), last_at: p.now })),
    ),
)

export const listTallies = many((db, p: { subject: string; limit: number }) =>
  db
    .selectFrom('audit_tallies')
    .select(['hour', 'decision', 'amount', 'last_at'])
    .where('subject', '=', p.subject)
    .orderBy('hour', 'desc')
    .orderBy('decision')
    .limit(p.limit),
)

const nextHour = value((db, p: { after: number; before: number }) =>
  db
    .selectFrom('audit_tallies')
    .select('hour')
    .where('hour', '>', p.after)
    .where('hour', '<', p.before)
    .orderBy('hour')
    .limit(1),
)
const slice = many((db, p: Key & { limit: number }) =>
  db
    .selectFrom('audit_tallies')
    .select(['hour', 'scope', 'subject', 'decision', 'amount'])
    .where('hour', '=', p.hour)
    .where((row) =>
      row(row.refTuple('scope', 'subject', 'decision'), '>', row.tuple(p.scope, p.subject, p.decision)),
    )
    .orderBy('scope')
    .orderBy('subject')
    .orderBy('decision')
    .limit(p.limit),
)
const mark = tx.changed((db, p: { hour: number; now: number }) =>
  db
    .insertInto('audit_tallies')
    .values({
      hour: p.hour,
      scope: NOBODY,
      subject: NOBODY,
      decision: 'accepted',
      amount: 0,
      last_at: p.now,
    })
    .onConflict((conflict) => conflict.columns(['hour', 'scope', 'subject', 'decision']).doNothing()),
)

/** Deletes counts older than 90 days, since they show when a person signed in; the totals stay in the audit trail. */
export const sweepTallies = createSweep('audit_tallies', {
  key: ['hour', 'scope', 'subject', 'decision'],
  by: 'hour',
  keptMs: KEPT_HOURS * HOUR_MS,
  format: hourOf,
})

export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS)
}

/** The oldest hour before this one whose totals are not in the audit trail yet. */
export async function findOpenHour(db: Reader, range: { after: number; before: number }) {
  const [last] = await listTallies(db, { subject: NOBODY, limit: 1 })
  const after = Math.max(range.after, last?.hour ?? 0)
  return nextHour(db, { after, before: range.before })
}

/** Reads every row of an hour, a few hundred at a time. */
export async function* walkTallies(db: Reader, hour: number) {
  let after: Key = { hour, scope: NOBODY, subject: NOBODY, decision: 'refused' }
  for (;;) {
    const rows = await slice(db, { ...after, limit: SLICE })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < SLICE) return
    after = last
    await letOthersRun()
  }
}

/** Marks an hour whose totals are in the audit trail. False if another process has already marked it. */
export async function markEntered(tx: Transaction, hour: number, now: number): Promise<boolean> {
  return (await mark(tx, { hour, now })) > 0
}
