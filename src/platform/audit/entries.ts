import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { addEntry } from './store.ts'

/** Only identifiers and settings: no secrets, names or addresses. */
type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export type AuditRecord = {
  /** Who did it: `operator:<id>`, `api-key:<id>`, or the person with a shell on the machine. */
  actor: string
  /** What was done, `<noun>.<verb>`. */
  action: string
  /** What the action was done to: `<noun>:<id>`. */
  subject: string
  detail?: AuditDetail
}

export const localActor = 'local'

/**
 * Runs in the same transaction as the change, so that neither is stored without the other. Blocks are sealed later.
 */
export async function recordAudit(
  tx: Transaction,
  context: Pick<Context, 'ids' | 'clock'>,
  { actor, action, subject, detail }: AuditRecord,
): Promise<void> {
  await addEntry(tx, {
    id: context.ids.uuid(),
    at: context.clock.now(),
    actor,
    action,
    subject,
    detail: detail === undefined ? null : JSON.stringify(detail),
  })
}
