import type { Context } from '../../kernel/context.ts'
import { type AuditRecord, recordAudit } from './entries.ts'
import { addIntent, listIntentsBefore, removeIntent } from './intent-store.ts'
import { addEntry } from './store.ts'

/** Longer than a request takes. */
const UNDECIDED_MS = 10 * 60_000
const AT_ONCE = 500

/** Of a change that is in nobody's hands to record in its own transaction: written before it, so that none is lost. */
export async function noteIntent(context: Context, record: AuditRecord): Promise<string> {
  const id = context.ids.uuid()
  await addIntent(context.database, {
    id,
    at: context.clock.now(),
    actor: record.actor,
    action: record.action,
    subject: record.subject,
    detail: JSON.stringify(record.detail ?? {}),
  })
  return id
}

/** It was done: the entry takes the place of the intent. */
export function fulfilIntent(context: Context, id: string, record: AuditRecord): Promise<void> {
  return context.database.write(async (tx) => {
    await removeIntent(tx, id)
    await recordAudit(tx, context, record)
  })
}

/** It was refused: nothing was changed. */
export async function dropIntent({ database }: Context, id: string): Promise<void> {
  await removeIntent(database, id)
}

/** What became of an intent that a crash left behind nobody knows, and the trail says so; gives their number. */
export async function settleIntents({ database, clock }: Context): Promise<number> {
  const left = await listIntentsBefore(database, { before: clock.now() - UNDECIDED_MS, limit: AT_ONCE })
  for (const { detail, ...intent } of left) {
    const told = JSON.stringify({ ...JSON.parse(detail), outcome: 'unknown' })
    await database.write(async (tx) => {
      if (await removeIntent(tx, intent.id)) await addEntry(tx, { ...intent, detail: told })
    })
  }
  return left.length
}
