import type { Context } from '../../kernel/context.ts'
import type { Writer } from '../../kernel/database/database.ts'
import { recordAudit } from './entries.ts'
import type { Decision } from './tables.ts'
import {
  addToTally,
  findOpenHour,
  HOUR_MS,
  hourOf,
  KEPT_HOURS,
  listTallies,
  markEntered,
  walkTallies,
} from './tally-store.ts'

/** A request that began in an hour may be counted shortly after the hour ends. */
const LATE_MS = 10 * 60_000

type Decided = {
  /** What somebody tried to access: `application:<id>`, `console`. */
  scope: string
  /** Who tried: `<noun>:<id>`. */
  subject: string
  decision: Decision
}

/**
 * Counts whether somebody was let in, by subject and hour, so that guessing does not fill the audit trail; an hour's
 * totals become audit entries once the hour is over.
 */
export function noteDecision(db: Writer, { clock }: Pick<Context, 'clock'>, decided: Decided): Promise<void> {
  const now = clock.now()
  return addToTally(db, { ...decided, hour: hourOf(now), now })
}

/** The counted decisions, newest first. */
export async function readDecisions(
  { database }: Pick<Context, 'database'>,
  subject: string,
  limit: number,
): Promise<{ from: number; decision: Decision; amount: number; lastAt: number }[]> {
  const rows = await listTallies(database, { subject, limit })
  return rows.map(({ hour, decision, amount, last_at }) => ({
    from: hour * HOUR_MS,
    decision,
    amount,
    lastAt: last_at,
  }))
}

/** Adds the totals of past hours to the audit trail, one entry per scope. */
export async function enterTallies(context: Context): Promise<void> {
  const { database, clock } = context
  const before = hourOf(clock.now() - LATE_MS)
  for (;;) {
    const hour = await findOpenHour(database, { after: before - KEPT_HOURS, before })
    if (hour === undefined) return
    const sums = await sumUp(context, hour)
    await database.write(async (tx) => {
      if (!(await markEntered(tx, hour, clock.now()))) return
      for (const [subject, counts] of sums) {
        const detail = { from: new Date(hour * HOUR_MS).toISOString(), ...counts }
        await recordAudit(tx, context, { actor: 'server', action: 'sign-in.tally', subject, detail })
      }
    })
  }
}

/** For each scope: how often each decision was made, and about how many subjects. */
async function sumUp({ database }: Context, hour: number): Promise<Map<string, Record<string, number>>> {
  const sums = new Map<string, Record<string, number>>()
  for await (const { scope, decision, amount } of walkTallies(database, hour)) {
    const counts = sums.get(scope) ?? {}
    counts[decision] = (counts[decision] ?? 0) + amount
    counts[`${decision}Subjects`] = (counts[`${decision}Subjects`] ?? 0) + 1
    sums.set(scope, counts)
  }
  return sums
}
