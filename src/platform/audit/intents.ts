import type { Context } from '../../kernel/context.ts'
import { type AuditRecord, recordAudit } from './entries.ts'
import { addIntent, listIntentsBefore, removeIntent } from './intent-store.ts'
import { addEntry } from './store.ts'

/** Longer than any request takes. */
const UNDECIDED_MS = 10 * 60_000
const AT_ONCE = 500

/**
 * Records an intended change before it is made, for changes whose own transaction cannot contain the audit entry, so
 * that none is lost.
 */
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

/** The change was made: replaces the intent by an audit entry. */
export function fulfilIntent(context: Context, id: string, record: AuditRecord): Promise<void> {
  return context.database.write(async (tx) => {
    await removeIntent(tx, id)
    await recordAudit(tx, context, record)
  })
}

/** The change was refused: nothing was changed. */
export async function dropIntent({ database }: Context, id: string): Promise<void> {
  await removeIntent(database, id)
}

/** Records that the outcome is unknown for intents that a crash left behind; returns their number. */
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
